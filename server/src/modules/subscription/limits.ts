import { AppError, type ErrorCode } from '@balcao/shared/errors.ts';
import type { Tx } from '../../platform/db/client.ts';

const FULL = {
  users: 'ERR_PLAN_LIMIT_USERS',
  connections: 'ERR_PLAN_LIMIT_CONNECTIONS',
  queues: 'ERR_PLAN_LIMIT_QUEUES',
  schedules: 'ERR_PLAN_LIMIT_SCHEDULES',
  campaigns: 'ERR_PLAN_LIMIT_CAMPAIGNS',
} as const satisfies Record<string, ErrorCode>;

/** Which of them count; where nothing is said, all. */
const COUNTED: Partial<Record<keyof typeof FULL, (tx: Tx) => ReturnType<Tx>>> = {
  connections: (tx) => tx`and x.deleted_at is null`,
  schedules: (tx) => tx`and x.status = 'PENDENTE'`,
  campaigns: (tx) => tx`and x.status in ('PROGRAMADA', 'EM_ANDAMENTO') and x.trial_of is null`,
};

/**
 * For whoever is about to add one: throws ERR_PLAN_LIMIT_… {limit} when the plan allows no more. Additions of one
 * company happen one after the other until the transaction ends, so that two at once cannot both be the last one.
 */
export async function assertRoom(tx: Tx, companyId: number, kind: keyof typeof FULL): Promise<void> {
  await tx`select pg_advisory_xact_lock(4220, ${companyId % 2_147_483_647}::int)`;
  const counted = COUNTED[kind]?.(tx) ?? tx``;
  const [row] = await tx<{ most: number | null; taken: number }[]>`
    select p.${tx(kind)} as most,
      (select count(*)::int from ${tx(kind)} x
        where x.company_id = c.id ${counted}) as taken
    from companies c left join plans p on p.id = c.plan_id
    where c.id = ${companyId}`;
  const most = row?.most ?? null;
  if (row && most !== null && row.taken >= most) throw new AppError(FULL[kind], { limit: most });
}
