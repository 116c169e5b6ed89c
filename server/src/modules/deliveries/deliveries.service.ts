import type { DeliveryFilter, DeliverySummary } from '@balcao/shared/features/deliveries/row.ts';
import type { Tx } from '../../platform/db/client.ts';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import * as repo from './deliveries.repo.ts';

/** What integrations and webhooks were told. */

export { makeWait } from './deliveries.repo.ts';

/** ERR_NO_DELIVERY_FOUND. */
export async function get(
  tx: Tx,
  companyId: number,
  owner: repo.Owner,
  id: string,
): Promise<repo.DeliveryDetailsRecord> {
  return orNotFound(await repo.find(tx, companyId, owner, id), 'ERR_NO_DELIVERY_FOUND');
}

/** The newest first. */
export async function listPage(
  tx: Tx,
  companyId: number,
  owner: repo.Owner,
  { searchParam, ...filter }: DeliveryFilter,
) {
  // Whoever searches for something else than a number finds nothing.
  const ticketId = searchParam ? Number(/^#?(\d{1,15})$/.exec(searchParam)?.[1] ?? 0) : undefined;
  const rows = await repo.list(tx, companyId, owner, { ...filter, ticketId }, pageAt().limit);
  const { shown, hasMore, next } = pageOf(rows, ({ id }) => id);
  return { deliveries: shown.map(presentDelivery), hasMore, next };
}

/** Of each of those who are told whether what they were told arrives. */
export async function sumUp(
  tx: Tx,
  companyId: number,
  owners: 'webhooks' | 'queue_integrations',
): Promise<{ summaries: DeliverySummary[] }> {
  const records = await repo.sumUp(tx, companyId, owners);
  return {
    summaries: records.map(({ deliveredAt, ...rest }) => ({
      ...rest,
      deliveredAt: deliveredAt?.toISOString() ?? null,
    })),
  };
}

export const presentDelivery = <R extends repo.DeliveryRecord>({ createdAt, triedAt, ...rest }: R) => ({
  ...rest,
  createdAt: createdAt.toISOString(),
  triedAt: triedAt?.toISOString() ?? null,
});
