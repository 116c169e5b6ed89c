import type { WebhookFields } from '@balcao/shared/features/webhooks/calls.ts';
import type { WebhookEventType } from '@balcao/shared/features/webhooks/event.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type Change, insertInto, updateIn } from '../../platform/db/rows.ts';
import { containing } from '../../platform/db/search.ts';

export interface WebhookRecord {
  id: number;
  name: string;
  url: string;
  events: WebhookEventType[];
  active: boolean;
  /** Sealed; null until the row has an id. */
  secret: Buffer | null;
  previousSecret: Buffer | null;
  previousSecretUntil: Date | null;
  /** The call that tells it whatever waits. */
  callId: string;
  failingSince: Date | null;
  failedAt: Date | null;
}

const columns = (tx: Tx) => tx`
  id, name, url, events, active, secret, previous_secret, previous_secret_until, call_id, failing_since, failed_at`;

export async function find(tx: Tx, companyId: number, id: number): Promise<WebhookRecord | undefined> {
  const [found] = await tx<WebhookRecord[]>`
    select ${columns(tx)} from webhooks where company_id = ${companyId} and id = ${id}`;
  return found;
}

export async function findByCall(
  tx: Tx,
  companyId: number,
  callId: string,
): Promise<WebhookRecord | undefined> {
  const [found] = await tx<WebhookRecord[]>`
    select ${columns(tx)} from webhooks where company_id = ${companyId} and call_id = ${callId}`;
  return found;
}

/** Nobody else changes it until the end of the transaction; what happens is noted for it all the same. */
export async function lock(tx: Tx, companyId: number, id: number): Promise<WebhookRecord | undefined> {
  const [found] = await tx<WebhookRecord[]>`
    select ${columns(tx)} from webhooks where company_id = ${companyId} and id = ${id} for no key update`;
  return found;
}

export async function load(tx: Tx, companyId: number, ids: readonly string[]): Promise<WebhookRecord[]> {
  return tx<WebhookRecord[]>`
    select ${columns(tx)} from webhooks where company_id = ${companyId} and id = any (${ids as string[]}::bigint[])`;
}

/** In the order in which they were made. @param after the id of the last one seen */
export async function list(
  tx: Tx,
  companyId: number,
  { searchParam, after = 0 }: { searchParam?: string | undefined; after?: number | undefined },
  limit: number,
): Promise<WebhookRecord[]> {
  const matching = searchParam ? tx`and plain(name) like ${containing(tx, searchParam)}` : tx``;
  return tx<WebhookRecord[]>`
    select ${columns(tx)} from webhooks where company_id = ${companyId} and id > ${after} ${matching}
    order by id limit ${limit}`;
}

/** Whoever makes one waits for others who do: so that they can be counted. */
export async function countForMaking(tx: Tx, companyId: number): Promise<number> {
  await tx`select from companies where id = ${companyId} for no key update`;
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from webhooks where company_id = ${companyId}`;
  return row?.count ?? 0;
}

export async function insert(tx: Tx, companyId: number, fields: Change<WebhookFields>): Promise<number> {
  return insertInto(tx, 'webhooks', { companyId, ...fields });
}

export type WebhookChange = Change<Omit<WebhookRecord, 'id' | 'callId'>>;

export async function update(tx: Tx, companyId: number, id: number, change: WebhookChange): Promise<void> {
  await updateIn(tx, 'webhooks', { companyId, id }, change);
}

export async function remove(tx: Tx, companyId: number, id: number): Promise<void> {
  const [gone] = await tx<{ callId: string }[]>`
    delete from webhooks where company_id = ${companyId} and id = ${id} returning call_id`;
  if (gone) await tx`delete from outgoing_calls where company_id = ${companyId} and id = ${gone.callId}`;
}

/** As programs outside are told of it. */
export async function findCompany(tx: Tx, companyId: number): Promise<{ id: number; name: string }> {
  const [company] = await tx<{ id: number; name: string }[]>`
    select id, name from companies where id = ${companyId}`;
  return company ?? { id: companyId, name: '' };
}
