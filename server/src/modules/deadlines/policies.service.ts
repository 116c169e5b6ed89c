import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { DeadlinePolicyFields } from '@balcao/shared/features/deadlines/calls.ts';
import { MAX_DEADLINE_POLICIES } from '@balcao/shared/features/deadlines/limits.ts';
import type { DeadlinePolicyRow } from '@balcao/shared/features/deadlines/row.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import type { Change } from '../../platform/db/rows.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { record, recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import { knowHours } from '../open-hours/open-hours.service.ts';
import * as repo from './policies.repo.ts';

/** Until when a company answers. Triggers (0260_deadlines.sql) carry each change to its tickets. */

export async function list(tx: Tx, { companyId }: Actor): Promise<DeadlinePolicyRow[]> {
  return (await repo.list(tx, companyId)).map(presentPolicy);
}

/** ERR_TOO_MANY_DEADLINE_POLICIES, ERR_DEADLINE_POLICY_NAME_TAKEN, and what `assertSound` throws. */
export async function create(
  tx: Tx,
  actor: Actor,
  fields: DeadlinePolicyFields,
  now: Date,
): Promise<DeadlinePolicyRow> {
  const { companyId } = actor;
  await repo.lockAll(tx, companyId);
  if ((await repo.list(tx, companyId)).length >= MAX_DEADLINE_POLICIES)
    throw new AppError('ERR_TOO_MANY_DEADLINE_POLICIES');
  const refs = await assertSound(tx, companyId, fields);
  await knowHours(tx, companyId);
  const created = await get(tx, companyId, await nameIsFree(repo.insert(tx, companyId, fields, refs, now)));
  await recordChange(tx, actor, AUDITED, null, created);
  return created;
}

/** ERR_NO_DEADLINE_POLICY_FOUND, ERR_DEADLINE_POLICY_NAME_TAKEN, and what `assertSound` throws. */
export async function update(
  tx: Tx,
  actor: Actor,
  id: number,
  change: Change<DeadlinePolicyFields>,
  now: Date,
): Promise<DeadlinePolicyRow> {
  const { companyId } = actor;
  await repo.lockAll(tx, companyId);
  const before = await get(tx, companyId, id);
  // One that points at what is gone can still be switched off.
  if (change.active === false && Object.keys(change).length === 1) await repo.switchOff(tx, companyId, id);
  else {
    const fields = {
      name: change.name ?? before.name,
      active: change.active ?? before.active,
      targets: change.targets ?? before.targets,
      tickets: change.tickets ?? before.tickets,
      businessHours: change.businessHours ?? before.businessHours,
    };
    const refs = await assertSound(tx, companyId, fields);
    await knowHours(tx, companyId);
    await nameIsFree(repo.update(tx, companyId, id, fields, refs, now));
  }
  const after = await get(tx, companyId, id);
  await recordChange(tx, actor, AUDITED, before, after);
  return after;
}

export async function remove(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { companyId } = actor;
  await repo.lockAll(tx, companyId);
  const gone = await get(tx, companyId, id);
  await repo.remove(tx, companyId, id);
  await recordChange(tx, actor, AUDITED, gone, null);
}

/** Those that are not named stay behind these, as they were. */
export async function order(tx: Tx, actor: Actor, ids: readonly number[]): Promise<void> {
  const { companyId } = actor;
  await repo.lockAll(tx, companyId);
  const before = await repo.list(tx, companyId);
  const named = new Set(ids);
  if ([...named].some((id) => before.every((one) => one.id !== id)))
    throw new AppError('ERR_NO_DEADLINE_POLICY_FOUND');
  const others = before.filter(({ id }) => !named.has(id)).map(({ id }) => id);
  await repo.place(tx, companyId, [...named, ...others]);
  const after = await repo.list(tx, companyId);
  const [first] = after;
  if (!first) return;
  const names = (rows: typeof after) => rows.map(({ name }) => name).join(', ');
  const changes = [{ field: 'position', from: names(before), to: names(after) }];
  const entity = { entity: 'deadlinePolicy', entityId: first.id, entityName: first.name } as const;
  await record(tx, { companyId, actor, action: 'update', ...entity, changes });
}

async function get(tx: Tx, companyId: number, id: number): Promise<DeadlinePolicyRow> {
  return presentPolicy(orNotFound(await repo.find(tx, companyId, id), 'ERR_NO_DEADLINE_POLICY_FOUND'));
}

/**
 * ERR_DEADLINE_POLICY_EMPTY for one that wants nothing, ERR_DEADLINE_POLICY_REFERENCE for what is not there.
 *
 * @returns what it points at, as it is stored
 */
async function assertSound(
  tx: Tx,
  companyId: number,
  { targets, tickets }: Pick<DeadlinePolicyFields, 'targets' | 'tickets'>,
): Promise<string[]> {
  if (Object.values(targets).every((minutes) => minutes === null))
    throw new AppError('ERR_DEADLINE_POLICY_EMPTY');
  const wanted = { queue: tickets.queueIds, tag: tickets.tagIds, connection: tickets.connectionIds };
  const refs: string[] = [];
  for (const [kind, ids] of Object.entries(wanted) as [repo.ReferenceKind, number[]][]) {
    if (ids.length > 0 && (await repo.countReferences(tx, companyId, kind, ids)) < ids.length)
      throw new AppError('ERR_DEADLINE_POLICY_REFERENCE');
    refs.push(...ids.map((id) => `${kind}:${id}`));
  }
  return refs;
}

export const presentPolicy = (row: repo.PolicyRecord): DeadlinePolicyRow => ({
  id: row.id,
  name: row.name,
  active: row.active,
  position: row.position,
  targets: {
    firstAnswer: row.firstAnswerMinutes,
    nextAnswer: row.nextAnswerMinutes,
    resolution: row.resolutionMinutes,
  },
  tickets: {
    queueIds: row.queueIds,
    tagIds: row.tagIds,
    connectionIds: row.connectionIds,
    contact:
      row.contactField === null || row.contactValue === null
        ? null
        : { field: row.contactField, value: row.contactValue },
  },
  businessHours: row.businessHours,
  restingSince: row.restingSince?.toISOString() ?? null,
});

const AUDITED: Audited<DeadlinePolicyRow> = {
  entity: 'deadlinePolicy',
  name: ({ name }) => name,
  fields: ({ name, active, targets, tickets, businessHours }) => ({
    name,
    active,
    businessHours,
    targets: JSON.stringify(targets),
    tickets: JSON.stringify(tickets),
  }),
};

async function nameIsFree<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw isUniqueViolation(error, 'deadline_policies_name')
      ? new AppError('ERR_DEADLINE_POLICY_NAME_TAKEN')
      : error;
  }
}
