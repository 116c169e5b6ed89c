import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { PlanView } from '@balcao/shared/features/plans/calls.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/db/errors.ts';
import { type Change, insertInto, updateIn } from '../../platform/db/rows.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import { currencyOf } from '../payment-settings/payment-settings.service.ts';

/** Plans belong to the platform, not to a company: only its operators write them. */
type PlanFields = Omit<PlanView, 'id' | 'currency'>;

/** As a column, in queries over `plans p`: null, or a PlanView. */
export const planOf = (tx: Tx) => tx`
  case when p.id is not null then jsonb_build_object(
    'id', p.id, 'name', p.name, 'value', p.value, 'currency', ${currencyOf(tx)}, 'users', p.users, 'connections', p.connections, 'queues', p.queues,
    'campaigns', p.campaigns, 'schedules', p.schedules, 'useCampaigns', p.use_campaigns, 'useKanban', p.use_kanban,
    'useOpenAi', p.use_open_ai, 'useIntegrations', p.use_integrations, 'useSchedules', p.use_schedules,
    'useInternalChat', p.use_internal_chat, 'useExternalApi', p.use_external_api) end`;

export async function list(tx: Tx): Promise<PlanView[]> {
  return tx<PlanView[]>`select *, ${currencyOf(tx)} as currency from plans order by value, id`;
}

/** ERR_NO_PLAN_FOUND. */
export async function get(tx: Tx, id: number): Promise<PlanView> {
  const [plan] = await tx<PlanView[]>`select *, ${currencyOf(tx)} as currency from plans where id = ${id}`;
  return orNotFound(plan, 'ERR_NO_PLAN_FOUND');
}

/** ERR_PLAN_NAME_TAKEN. */
export async function create(
  tx: Tx,
  actor: Actor,
  fields: Change<PlanFields> & { name: string },
): Promise<PlanView> {
  const plan = await get(tx, await nameIsFree(insertInto(tx, 'plans', fields)));
  await recordChange(tx, actor, AUDITED, null, plan);
  return plan;
}

/** ERR_NO_PLAN_FOUND, ERR_PLAN_NAME_TAKEN. */
export async function update(
  tx: Tx,
  actor: Actor,
  id: number,
  change: Change<PlanFields>,
): Promise<{ before: PlanView; after: PlanView }> {
  const before = await get(tx, id);
  if (Object.keys(change).length === 0) return { before, after: before };
  await nameIsFree(updateIn<PlanFields>(tx, 'plans', { id }, change));
  const after = await get(tx, id);
  await recordChange(tx, actor, AUDITED, before, after);
  return { before, after };
}

/** ERR_NO_PLAN_FOUND; ERR_PLAN_IN_USE while a company has it. */
export async function remove(tx: Tx, actor: Actor, id: number): Promise<void> {
  const before = await get(tx, id);
  try {
    await tx`delete from plans where id = ${id}`;
  } catch (error) {
    throw isForeignKeyViolation(error) ? new AppError('ERR_PLAN_IN_USE') : error;
  }
  await recordChange(tx, actor, AUDITED, before, null);
}

const AUDITED: Audited<PlanView> = {
  entity: 'plan',
  name: ({ name }) => name,
  fields: ({ currency: _currency, ...plan }) => plan,
};

async function nameIsFree<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw isUniqueViolation(error, 'plans_name') ? new AppError('ERR_PLAN_NAME_TAKEN') : error;
  }
}
