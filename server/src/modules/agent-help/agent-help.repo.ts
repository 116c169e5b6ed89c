import type { SettingKey } from '@balcao/shared/features/settings/rules.ts';
import { SETTINGS } from '@balcao/shared/features/settings/rules.ts';
import type { Tx } from '../../platform/db/client.ts';

/** What was said in a conversation, as an AI beside its agent is told. */
export interface SaidWords {
  id: string;
  fromMe: boolean;
  body: string;
  mediaType: string;
  /** What was said in a voice note, once somebody has listened to it. */
  transcript: string | null;
  at: Date;
}

/** The newest messages of a ticket, oldest first: no notes, and nothing that was taken back. */
export async function listSaid(
  tx: Tx,
  companyId: number,
  ticketId: number,
  limit: number,
): Promise<SaidWords[]> {
  const newest = await tx<SaidWords[]>`
    select m.id, m.from_me, m.body, m.media_type, r.text as transcript, m.created_at as at
    from messages m
    left join transcripts r on r.company_id = m.company_id and r.media_id = m.media_id
    where m.company_id = ${companyId} and m.ticket_id = ${ticketId} and m.state <> 'local' and not m.is_deleted
      and not m.placeholder
    order by m.created_at desc, m.id desc limit ${limit}`;
  return newest.toReversed();
}

/** Which prompt helps agents, and with what, as the company's options say. */
export async function findOptions(tx: Tx, companyId: number): Promise<{ prompt: string; kinds: string }> {
  const keys = ['agentHelpPrompt', 'agentHelpKinds'] as const satisfies SettingKey[];
  const rows = await tx<{ key: string; value: string }[]>`
    select key, value from settings where company_id = ${companyId} and key = any (${keys}::text[])`;
  const of = (key: (typeof keys)[number]) =>
    rows.find((row) => row.key === key)?.value ?? SETTINGS[key].initial;
  return { prompt: of('agentHelpPrompt'), kinds: of('agentHelpKinds') };
}
