import type { UserRow } from '@balcao/shared/features/users/row.ts';
import type { Scoped } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { SyncedEntity } from '../../sync/synced-entity.ts';

/** The row as the database has it. */
type Colleague = Omit<UserRow, 'awayUntil'> & { awayUntil: Date | null };
const present = ({ awayUntil, ...row }: Colleague): UserRow => ({
  ...row,
  awayUntil: awayUntil?.toISOString() ?? null,
});

/** The company's directory: every colleague sees who is there and which queues they serve. */
const colleagues = (tx: Tx) => tx`
  select u.id, u.name, u.profile, u.online, u.away_until, u.all_ticket,
    array(select q.queue_id from user_queues q
      where q.company_id = u.company_id and q.user_id = u.id order by q.queue_id) as queue_ids
  from users u`;

async function loadUsers(tx: Tx, companyId: number, ids: readonly string[]): Promise<Scoped<UserRow>[]> {
  const rows = await tx<Colleague[]>`
    ${colleagues(tx)} where u.company_id = ${companyId} and u.id = any (${ids as string[]}::bigint[])`;
  return rows.map((row) => ({ row: present(row), scopes: ['a'] }));
}

/** Everybody, by name. */
export async function loadDirectory(tx: Tx, companyId: number): Promise<UserRow[]> {
  const rows = await tx<Colleague[]>`
    ${colleagues(tx)} where u.company_id = ${companyId} order by plain(u.name), u.id`;
  return rows.map(present);
}

export const userEntity = {
  table: 'users',
  key: 'id',
  strategy: 'instant',
  load: loadUsers,
  dependents: ['user_queues'],
} satisfies SyncedEntity<'user'>;
