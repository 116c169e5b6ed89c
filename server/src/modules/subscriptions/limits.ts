import { AppError, type ErrorCode } from '@balcao/shared/errors.ts';
import type { Tx } from '../../platform/db/client.ts';

const FULL = {
  users: 'ERR_PLAN_LIMIT_USERS',
  connections: 'ERR_PLAN_LIMIT_CONNECTIONS',
  queues: 'ERR_PLAN_LIMIT_QUEUES',
  schedules: 'ERR_PLAN_LIMIT_SCHEDULES',
} as const satisfies Record<string, ErrorCode>;

/**
 * For whoever is about to add one: throws ERR_PLAN_LIMIT_… {limit} when the plan allows no more. Additions of one
 * company happen one after the other until the transaction ends, so that two at once cannot both be the last one.
 */
export async function assertRoom(tx: Tx, companyId: number, kind: keyof typeof FULL): Promise<void> {
  await tx`select pg_advisory_xact_lock(4220, ${companyId % 2_147_483_647}::int)`;
  const counted =
    kind === 'connections'
      ? tx`and x.deleted_at is null`
      : kind === 'schedules'
        ? tx`and x.status = 'PENDENTE'`
        : tx``;
  const [row] = await tx<{ most: number | null; taken: number }[]>`
    select p.${tx(kind)} as most,
      (select count(*)::int from ${tx(kind)} x
        where x.company_id = c.id ${counted}) as taken
    from companies c left join plans p on p.id = c.plan_id
    where c.id = ${companyId}`;
  const most = row?.most ?? null;
  if (row && most !== null && row.taken >= most) throw new AppError(FULL[kind], { limit: most });
}
