import type { SettingKey } from '@balcao/shared/features/settings/rules.ts';
import { SETTINGS } from '@balcao/shared/features/settings/rules.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Label, Labels } from './labels.ts';

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

/** More than an AI chooses among with care. */
const MAX_LABELS = 200;

/** What a ticket may be sorted by and is not yet. The columns of the board are moved by people. */
export async function listLabels(tx: Tx, companyId: number, ticketId: number): Promise<Labels> {
  const tags = await tx<Label[]>`
    select g.id, g.name from tags g
    where g.company_id = ${companyId} and g.kanban = 0 and not exists (
      select from ticket_tags c where c.company_id = g.company_id and c.ticket_id = ${ticketId} and c.tag_id = g.id)
    order by g.name, g.id limit ${MAX_LABELS}`;
  const queues = await tx<Label[]>`
    select q.id, q.name from queues q join tickets t on t.company_id = q.company_id and t.id = ${ticketId}
    where q.company_id = ${companyId} and q.id is distinct from t.queue_id
    order by q.order_queue, q.id limit ${MAX_LABELS}`;
  return { tags, queues };
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
