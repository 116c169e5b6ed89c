import { MAX_COUNTED_FAILURES, MAX_SUMMED_UP } from '@balcao/shared/features/deliveries/limits.ts';
import type { DeliveryState } from '@balcao/shared/features/deliveries/row.ts';
import type { Tx } from '../../platform/db/client.ts';

/** Whoever is told. */
export type Owner = { integrationId: number } | { webhookId: number };

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

export interface Filter {
  state?: DeliveryState | undefined;
  event?: string | undefined;
  ticketId?: number | undefined;
  /** The id of the last one seen. */
  after?: string | undefined;
}

const columns = (tx: Tx) => tx`
  id, event, ticket_id, state, attempts, status, reason, duration_ms, created_at, tried_at`;

const of = (tx: Tx, companyId: number, owner: Owner) =>
  'webhookId' in owner
    ? tx`company_id = ${companyId} and webhook_id = ${owner.webhookId}`
    : tx`company_id = ${companyId} and integration_id = ${owner.integrationId}`;

const matching = (tx: Tx, companyId: number, { state, event, ticketId, after }: Filter) => tx`
  ${state === undefined ? tx`` : tx`and state = ${state}`}
  ${event === undefined ? tx`` : tx`and event = ${event}`}
  ${ticketId === undefined ? tx`` : tx`and ticket_id = ${ticketId}`}
  ${after === undefined ? tx`` : tx`and place < (select place from deliveries where company_id = ${companyId} and id = ${after})`}`;

/** The newest first. */
export async function list(
  tx: Tx,
  companyId: number,
  owner: Owner,
  filter: Filter,
  limit: number,
): Promise<DeliveryRecord[]> {
  return tx<DeliveryRecord[]>`
    select ${columns(tx)} from deliveries
    where ${of(tx, companyId, owner)} ${matching(tx, companyId, filter)}
    order by place desc limit ${limit}`;
}

export async function find(
  tx: Tx,
  companyId: number,
  owner: Owner,
  id: string,
): Promise<DeliveryDetailsRecord | undefined> {
  const [found] = await tx<DeliveryDetailsRecord[]>`
    select ${columns(tx)}, payload, answer from deliveries where ${of(tx, companyId, owner)} and id = ${id}`;
  return found;
}

export interface SummaryRecord {
  id: number;
  deliveredAt: Date | null;
  failed: number;
}

/** Of the newest of those who are told. */
export async function sumUp(
  tx: Tx,
  companyId: number,
  owners: 'webhooks' | 'queue_integrations',
): Promise<SummaryRecord[]> {
  const owner = owners === 'webhooks' ? 'd.webhook_id' : 'd.integration_id';
  return tx<SummaryRecord[]>`
    select o.id,
      (select d.tried_at from deliveries d
        where d.company_id = o.company_id and ${tx(owner)} = o.id and d.state = 'delivered'
        order by d.place desc limit 1) as delivered_at,
      (select count(*)::int from (
        select from deliveries d where d.company_id = o.company_id and ${tx(owner)} = o.id and d.state = 'failed'
        limit ${MAX_COUNTED_FAILURES}) failed) as failed
    from ${tx(owners)} o where o.company_id = ${companyId} order by o.id desc limit ${MAX_SUMMED_UP}`;
}

export async function makeWait(tx: Tx, companyId: number, id: string): Promise<void> {
  await tx`update deliveries set state = 'waiting' where company_id = ${companyId} and id = ${id}`;
}
