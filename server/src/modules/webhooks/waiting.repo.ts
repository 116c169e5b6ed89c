import type { Tx } from '../../platform/db/client.ts';

/** What webhooks wait for. It is noted by the triggers of what happens (0210_webhooks.sql). */

export const WEBHOOK_CALL = 'webhook';
export const laneOf = (webhookId: number) => `webhook:${webhookId}`;

export interface Waiting {
  id: string;
  payload: string;
  attempts: number;
  /** Since it happened, by the clock of the database. */
  ageMs: number;
  media: { id: string; state: 'pending' | 'stored' | 'failed' | 'gone' } | null;
}

/** So often it holds up those behind it in its lane. */
const HOLDS_UP = 2;

const isFirst = (tx: Tx) => tx`not exists (
  select from deliveries b
  where b.company_id = d.company_id and b.webhook_id = d.webhook_id and b.lane = d.lane and b.state = 'waiting'
    and b.place < d.place and b.attempts < ${HOLDS_UP})`;

/** The oldest that may be told now. @param underWay what is being told already */
export async function due(
  tx: Tx,
  companyId: number,
  webhookId: number,
  { now, underWay, limit }: { now: Date; underWay: readonly string[]; limit: number },
): Promise<Waiting[]> {
  const found = await tx<(Omit<Waiting, 'media'> & { messageId: string | null })[]>`
    select d.id, d.payload, d.attempts, (extract(epoch from now() - d.created_at) * 1000)::float8 as age_ms,
      d.payload::json #>> '{data,message,id}' as message_id
    from deliveries d
    where d.company_id = ${companyId} and d.webhook_id = ${webhookId} and d.state = 'waiting' and d.next_at <= ${now}
      and d.id <> all (${underWay as string[]}::uuid[]) and ${isFirst(tx)}
    order by d.place limit ${limit}`;
  const messages = found.flatMap(({ messageId }) => messageId ?? []);
  const files = await tx<{ messageId: string; id: string; state: 'pending' }[]>`
    select m.id as message_id, f.id, f.state
    from messages m join media f on f.company_id = m.company_id and f.id = m.media_id
    where m.company_id = ${companyId} and m.id = any (${messages}::uuid[]) and not m.is_deleted`;
  return found.map(({ messageId, ...one }) => ({
    ...one,
    media: files.find((file) => file.messageId === messageId) ?? null,
  }));
}

/** When the next one may be told; null: nothing waits. */
export async function nextAt(tx: Tx, companyId: number, webhookId: number): Promise<Date | null> {
  const [row] = await tx<{ at: Date | null }[]>`
    select min(d.next_at) as at from deliveries d
    where d.company_id = ${companyId} and d.webhook_id = ${webhookId} and d.state = 'waiting' and ${isFirst(tx)}`;
  return row?.at ?? null;
}

export async function postpone(tx: Tx, companyId: number, id: string, until: Date): Promise<void> {
  await tx`update deliveries set next_at = ${until} where company_id = ${companyId} and id = ${id}`;
}

/** Whatever came of it. */
export async function waitAgain(tx: Tx, companyId: number, id: string, at: Date): Promise<void> {
  await tx`
    update deliveries set state = 'waiting', next_at = ${at} where company_id = ${companyId} and id = ${id}`;
}

/**
 * No transaction notes anything for a webhook of this company until the end of this one. Taken behind all other locks,
 * that of the audit log among them, because those who note take it last.
 */
export async function lock(tx: Tx, companyId: number): Promise<void> {
  await tx`select feed_lock(${companyId})`;
}

/** What waits is told now, unless that is under way already. The last step of a transaction: see `lock`. */
export async function wake(
  tx: Tx,
  companyId: number,
  { id, callId }: { id: number; callId: string },
  at: Date,
): Promise<void> {
  await lock(tx, companyId);
  await tx`
    insert into outgoing_calls as c (company_id, id, kind, lane, due_at)
    values (${companyId}, ${callId}, ${WEBHOOK_CALL}, ${laneOf(id)}, ${at})
    on conflict (company_id, id) do update
    set state = 'waiting', due_at = excluded.due_at, retry_at = null, attempts = 0, reason = ''
    where c.state <> 'running'`;
}

/** Something has reached it. */
export async function reached(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`
    update webhooks set failing_since = null
    where company_id = ${companyId} and id = ${id} and failing_since is not null`;
}

/** A try has failed. @returns since when all have */
export async function failed(tx: Tx, companyId: number, id: number, at: Date): Promise<Date> {
  await tx`
    update webhooks set failing_since = ${at}
    where company_id = ${companyId} and id = ${id} and failing_since is null`;
  const [row] = await tx<{ since: Date }[]>`
    select failing_since as since from webhooks where company_id = ${companyId} and id = ${id}`;
  return row?.since ?? at;
}

/** Whether the company's plan has programs outside. */
export async function isInPlan(tx: Tx, companyId: number): Promise<boolean> {
  const found = await tx`
    select from companies o join plans p on p.id = o.plan_id where o.id = ${companyId} and p.use_external_api`;
  return found.count === 1;
}
