import type { Translation } from '@balcao/shared/features/agent-help/calls.ts';
import type { MessageType } from '@balcao/shared/features/messages/row.ts';
import type { Tx } from '../../platform/db/client.ts';

/** A message that somebody wants to read in another language. */
interface SaidMessage {
  contactId: number;
  ticketId: number;
  fromMe: boolean;
  body: string;
  mediaType: MessageType;
  /** Who sees its conversation. */
  scopes: string[];
  /** What its words were translated to before. */
  kept: Translation | null;
}

/** Nothing that was taken back, and none of the desk's own notes. */
export async function findMessage(
  tx: Tx,
  companyId: number,
  messageId: string,
  language: string,
): Promise<SaidMessage | undefined> {
  const [message] = await tx<SaidMessage[]>`
    select m.contact_id, m.ticket_id, m.from_me, m.body, m.media_type, t.scopes,
      case when k.text is not null then json_build_object('text', k.text, 'from', k.from_language) end as kept
    from messages m
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    left join message_translations k on k.company_id = m.company_id and k.message_id = m.id
      and k.language = ${language}
    where m.company_id = ${companyId} and m.id = ${messageId} and m.state <> 'local' and not m.is_deleted
      and not m.placeholder`;
  return message;
}

/** Nothing where the message has gone meanwhile, or says something else. */
export async function keep(
  tx: Tx,
  companyId: number,
  messageId: string,
  { body, language, text, from }: Translation & { body: string; language: string },
): Promise<void> {
  await tx`
    insert into message_translations (company_id, message_id, language, from_language, text)
    select company_id, id, ${language}, ${from}, ${text} from messages
    where company_id = ${companyId} and id = ${messageId} and body = ${body} for share
    on conflict (company_id, message_id, language) do nothing`;
}

export async function remember(
  tx: Tx,
  companyId: number,
  contactId: number,
  language: string,
): Promise<void> {
  await tx`
    update contacts set language = ${language}
    where company_id = ${companyId} and id = ${contactId} and language is distinct from ${language}`;
}

export async function findLanguage(tx: Tx, companyId: number, contactId: number): Promise<string | null> {
  const [contact] = await tx<{ language: string | null }[]>`
    select language from contacts where company_id = ${companyId} and id = ${contactId}`;
  return contact?.language ?? null;
}
