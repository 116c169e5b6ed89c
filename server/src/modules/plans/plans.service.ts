import type { PlanView } from '@balcao/shared/api/plans.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Actor } from '@balcao/shared/permissions.ts';
import { asc, eq } from 'drizzle-orm';
import type { Tx } from '../../platform/db/client.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/db/errors.ts';
import { type Change, orm } from '../../platform/db/orm.ts';
import { plans } from '../../platform/db/schema.ts';
import { diff, record } from '../audit/audit.service.ts';

/** Plans belong to the platform, not to a company: only its operators write them. */
type PlanFields = Omit<PlanView, 'id'>;

export async function list(tx: Tx): Promise<PlanView[]> {
  return orm(tx).select().from(plans).orderBy(asc(plans.value), asc(plans.id));
}

/** ERR_NO_PLAN_FOUND. */
export async function get(tx: Tx, id: number): Promise<PlanView> {
  const [plan] = await orm(tx).select().from(plans).where(eq(plans.id, id));
  if (!plan) throw new AppError('ERR_NO_PLAN_FOUND');
  return plan;
}

/** ERR_PLAN_NAME_TAKEN. */
export async function create(tx: Tx, actor: Actor, fields: PlanFields): Promise<PlanView> {
  const [plan] = await nameIsFree(orm(tx).insert(plans).values(fields).returning());
  if (!plan) throw new AppError('ERR_NO_PLAN_FOUND');
  await note(tx, actor, 'create', plan, diff(null, plan));
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
  const [after] = await nameIsFree(orm(tx).update(plans).set(change).where(eq(plans.id, id)).returning());
  if (!after) throw new AppError('ERR_NO_PLAN_FOUND');
  await note(tx, actor, 'update', after, diff(before, after));
  return { before, after };
}

/** ERR_NO_PLAN_FOUND; ERR_PLAN_IN_USE while a company has it. */
export async function remove(tx: Tx, actor: Actor, id: number): Promise<void> {
  const before = await get(tx, id);
  try {
    await orm(tx).delete(plans).where(eq(plans.id, id));
  } catch (error) {
    throw isForeignKeyViolation(error) ? new AppError('ERR_PLAN_IN_USE') : error;
  }
  await note(tx, actor, 'delete', before, diff(before, null));
}

function note(
  tx: Tx,
  actor: Actor,
  action: 'create' | 'update' | 'delete',
  plan: PlanView,
  changes: ReturnType<typeof diff>,
): Promise<void> {
  const { companyId } = actor;
  return record(tx, {
    companyId,
    actor,
    action,
    entity: 'plan',
    entityId: plan.id,
    entityName: plan.name,
    changes,
  });
}

async function nameIsFree<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw isUniqueViolation(error, 'plans_name') ? new AppError('ERR_PLAN_NAME_TAKEN') : error;
  }
}
