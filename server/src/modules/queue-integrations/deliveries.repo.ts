import type { DeliveryState } from '@balcao/shared/api/queue-integrations.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Page } from '../../platform/db/page.ts';

export interface DeliveryRecord {
  id: string;
  event: string;
  ticketId: number | null;
  state: DeliveryState;
  attempts: number;
  status: number | null;
  reason: string;
  durationMs: number | null;
  createdAt: Date;
  triedAt: Date | null;
}

export interface DeliveryDetailsRecord extends DeliveryRecord {
  payload: string;
  answer: string;
}

/** A delivery, and whose. */
export interface DeliveryRef {
  companyId: number;
  integrationId: number;
  id: string;
}

export interface DeliveryFilter {
  state?: DeliveryState | undefined;
  event?: string | undefined;
  ticketId?: number | undefined;
}

const columns = (tx: Tx) => tx`
  id, event, ticket_id, state, attempts, status, reason, duration_ms, created_at, tried_at`;

const matching = (tx: Tx, { state, event, ticketId }: DeliveryFilter) => tx`
  ${state === undefined ? tx`` : tx`and state = ${state}`}
  ${event === undefined ? tx`` : tx`and event = ${event}`}
  ${ticketId === undefined ? tx`` : tx`and ticket_id = ${ticketId}`}`;

/** The newest first. */
export async function list(
  tx: Tx,
  companyId: number,
  integrationId: number,
  filter: DeliveryFilter,
  page: Page,
): Promise<DeliveryRecord[]> {
  return tx<DeliveryRecord[]>`
    select ${columns(tx)} from integration_deliveries
    where company_id = ${companyId} and integration_id = ${integrationId} ${matching(tx, filter)}
    order by created_at desc, id desc offset ${page.offset} limit ${page.limit}`;
}

export async function find(tx: Tx, ref: DeliveryRef): Promise<DeliveryDetailsRecord | undefined> {
  const [found] = await tx<DeliveryDetailsRecord[]>`
    select ${columns(tx)}, payload, answer from integration_deliveries
    where company_id = ${ref.companyId} and integration_id = ${ref.integrationId} and id = ${ref.id}`;
  return found;
}

/**
 * Makes it due now, unless its call is on its way already; one that was given up begins anew.
 *
 * @returns whether it will be told again
 */
export async function callAgain(
  tx: Tx,
  { companyId, integrationId, id }: DeliveryRef,
  at: Date,
): Promise<boolean> {
  const called = await tx`
    insert into outgoing_calls as c (company_id, id, kind, lane, due_at)
    values (${companyId}, ${id}, 'delivery', ${`integration:${integrationId}`}, ${at})
    on conflict (company_id, id) do update
    set state = 'waiting', due_at = excluded.due_at, retry_at = null, attempts = 0, reason = ''
    where c.state = 'dead'`;
  return called.count === 1;
}

export async function makeWait(tx: Tx, { companyId, id }: DeliveryRef): Promise<void> {
  await tx`update integration_deliveries set state = 'waiting' where company_id = ${companyId} and id = ${id}`;
}
