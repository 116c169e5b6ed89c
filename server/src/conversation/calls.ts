import en from '@balcao/shared/text/automatic/en.json' with { type: 'json' };
import es from '@balcao/shared/text/automatic/es.json' with { type: 'json' };
import pt from '@balcao/shared/text/automatic/pt.json' with { type: 'json' };
import type { Language } from '@balcao/shared/text/languages.ts';
import { v7 as uuidv7 } from 'uuid';
import { maySpeak } from '../modules/subscription/may-speak.service.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Place } from './store-message.ts';

const TEXTS: Record<Language, typeof pt> = { pt, en, es };

/** A customer who calls again and again is told once in this time. */
const QUIET_MINUTES = 10;

/** Whether the company takes calls; its language says how it is told that it does not. */
export async function refusesCalls(tx: Tx, companyId: number): Promise<boolean> {
  const found = await tx`
    select from settings where company_id = ${companyId} and key = 'call' and value = 'disabled'`;
  return found.count > 0;
}

/** Puts the text for somebody whose call was refused into the outbox, unless bots are to leave them alone. */
export async function explainRefusal(tx: Tx, place: Place, at: Date): Promise<void> {
  const { companyId, connectionId, contactId, ticketId } = place;
  if (!(await maySpeak(tx, companyId, at))) return;
  const [company] = await tx<
    { language: Language }[]
  >`select language from companies where id = ${companyId}`;
  const text = TEXTS[company?.language ?? 'pt'].callRefused;
  await tx`
    with told as (
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, said_by, body, state, read,
        created_at)
      select ${companyId}, ${uuidv7()}, ${ticketId}, ${contactId}, ${connectionId}, true, 'automatic', ${text}, 'queued',
        true, greatest(${at}, t.last_message_at + interval '1 millisecond')
      from tickets t
      where t.company_id = ${companyId} and t.id = ${ticketId} and not exists (
        select from contacts where company_id = ${companyId} and id = ${contactId} and bot_disabled)
      and not exists (
        select from messages m where m.company_id = ${companyId} and m.ticket_id = ${ticketId} and m.from_me
          and m.user_id is null and m.body = ${text} and m.created_at > ${at}::timestamptz - ${QUIET_MINUTES} * interval '1 minute')
      returning created_at)
    update tickets set last_message = ${text}, last_message_at = told.created_at, updated_at = now()
    from told where company_id = ${companyId} and id = ${ticketId}`;
}
