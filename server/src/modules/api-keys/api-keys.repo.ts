import type { KeyScopes } from '@balcao/shared/contract/key-areas.ts';
import type { PlanFlag } from '@balcao/shared/contract/roles.ts';
import type { ApiKeyFields } from '@balcao/shared/features/api-keys/calls.ts';
import type { Tx } from '../../platform/db/client.ts';
import { campaignsOpen } from '../subscription/campaigns-open.ts';
import { type Subscription, subscriptionColumns } from '../subscription/subscription.ts';

export interface ApiKeyRecord {
  id: number;
  name: string;
  scopes: KeyScopes;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
}

const columns = (tx: Tx) => tx`id, name, scopes, expires_at, last_used_at, created_at`;

/** Lists keys in the order in which they were made. @param after the id of the last one seen */
export async function list(
  tx: Tx,
  companyId: number,
  after: number | undefined,
  limit: number,
): Promise<ApiKeyRecord[]> {
  return tx<ApiKeyRecord[]>`
    select ${columns(tx)} from api_keys where company_id = ${companyId} and id > ${after ?? 0}
    order by id limit ${limit}`;
}

/** Whoever makes one waits for others who do: so that they can be counted. */
export async function countForMaking(tx: Tx, companyId: number): Promise<number> {
  await tx`select from companies where id = ${companyId} for no key update`;
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from api_keys where company_id = ${companyId}`;
  return row?.count ?? 0;
}

export async function insert(
  tx: Tx,
  companyId: number,
  { name, scopes, expiresAt = null }: ApiKeyFields,
  hash: Buffer,
): Promise<ApiKeyRecord> {
  const [made] = await tx<ApiKeyRecord[]>`
    insert into api_keys (company_id, name, key_hash, scopes, expires_at)
    values (${companyId}, ${name}, ${hash}, ${JSON.stringify(scopes)}::jsonb, ${expiresAt})
    returning ${columns(tx)}`;
  return made as ApiKeyRecord;
}

export async function remove(tx: Tx, companyId: number, id: number): Promise<ApiKeyRecord | undefined> {
  const [gone] = await tx<ApiKeyRecord[]>`
    delete from api_keys where company_id = ${companyId} and id = ${id} returning ${columns(tx)}`;
  return gone;
}

export interface KeyOwner
  extends Pick<ApiKeyRecord, 'id' | 'name' | 'scopes' | 'lastUsedAt'>,
    Subscription,
    Record<PlanFlag, boolean> {
  companyId: number;
}

/** Selects whose valid key it is, in any company: a `KeyOwner`. */
export const ownerOf = (tx: Tx, hash: Buffer, now: Date) => tx`
    select k.company_id, k.id, k.name, k.scopes, k.last_used_at, ${subscriptionColumns(tx)},
      ${campaignsOpen(tx, 'co')} as use_campaigns, p.use_kanban, p.use_open_ai, p.use_integrations, p.use_schedules, p.use_internal_chat,
      p.use_external_api
    from api_keys k
    join companies co on co.id = k.company_id
    left join plans p on p.id = co.plan_id
    where k.key_hash = ${hash} and (k.expires_at is null or k.expires_at > ${now})`;

export async function noteUse(
  tx: Tx,
  { companyId, id }: { companyId: number; id: number },
  now: Date,
): Promise<void> {
  await tx`update api_keys set last_used_at = ${now} where company_id = ${companyId} and id = ${id}`;
}
