import type { QueueIntegrationRow } from '@balcao/shared/model/queue-integration.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type Change, insertInto, updateIn } from '../../platform/db/rows.ts';
import { containing } from '../../platform/db/search.ts';

export type QueueIntegrationFields = Pick<QueueIntegrationRow, 'name'>;

export async function find(tx: Tx, companyId: number, id: number): Promise<QueueIntegrationRow | undefined> {
  const [found] = await tx<QueueIntegrationRow[]>`
    select id, type, name from queue_integrations where company_id = ${companyId} and id = ${id}`;
  return found;
}

/** Nobody else changes it until the end of the transaction. */
export async function lock(tx: Tx, companyId: number, id: number): Promise<QueueIntegrationRow | undefined> {
  const [found] = await tx<QueueIntegrationRow[]>`
    select id, type, name from queue_integrations where company_id = ${companyId} and id = ${id} for update`;
  return found;
}

export async function load(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
): Promise<QueueIntegrationRow[]> {
  return tx<QueueIntegrationRow[]>`
    select id, type, name from queue_integrations where company_id = ${companyId} and id = any (${ids as string[]}::bigint[])`;
}

/** By name. */
export async function list(
  tx: Tx,
  companyId: number,
  searchParam: string | undefined,
  page: { offset: number; limit: number },
): Promise<QueueIntegrationRow[]> {
  const matching = searchParam ? tx`and plain(name) like ${containing(tx, searchParam)}` : tx``;
  return tx<QueueIntegrationRow[]>`
    select id, type, name from queue_integrations where company_id = ${companyId} ${matching}
    order by plain(name) offset ${page.offset} limit ${page.limit}`;
}

export async function insert(tx: Tx, companyId: number, fields: QueueIntegrationFields): Promise<number> {
  return insertInto(tx, 'queue_integrations', { companyId, ...fields });
}

export async function update(
  tx: Tx,
  companyId: number,
  id: number,
  change: Change<QueueIntegrationFields>,
): Promise<void> {
  await updateIn<QueueIntegrationFields>(tx, 'queue_integrations', { companyId, id }, change);
}

export async function remove(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`delete from queue_integrations where company_id = ${companyId} and id = ${id}`;
}
