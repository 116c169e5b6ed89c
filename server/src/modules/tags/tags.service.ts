import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { TagView } from '@balcao/shared/features/tags/calls.ts';
import type { TagRow } from '@balcao/shared/features/tags/row.ts';
import { can } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { resyncEveryone } from '../../platform/db/feed.ts';
import type { Change } from '../../platform/db/rows.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { record, recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import * as repo from './tags.repo.ts';

/**
 * The tags of a company, which everybody may make and change. Lanes of the kanban board are for those who may
 * (`tags:kanban`): ERR_NO_PERMISSION. All throw ERR_NO_TAG_FOUND.
 */

export async function get(tx: Tx, actor: Actor, id: number): Promise<TagView> {
  return orNotFound(await repo.find(tx, actor.companyId, id), 'ERR_NO_TAG_FOUND');
}

/** ERR_TAG_NAME_TAKEN. */
export async function create(tx: Tx, actor: Actor, fields: repo.TagFields): Promise<TagView> {
  if (fields.kanban === 1) assertMayMakeLanes(actor);
  const { companyId, userId } = actor;
  const id = await nameIsFree(repo.insert(tx, companyId, { ...fields, userId }));
  const tag = await get(tx, actor, id);
  await recordChange(tx, actor, AUDITED, null, tag);
  return tag;
}

/** ERR_TAG_NAME_TAKEN. */
export async function update(
  tx: Tx,
  actor: Actor,
  id: number,
  { name, color, kanban }: Change<repo.TagFields>,
): Promise<TagView> {
  const { companyId } = actor;
  const before = orNotFound(await repo.lock(tx, companyId, id), 'ERR_NO_TAG_FOUND');
  if (kanban !== undefined && kanban !== before.kanban) assertMayMakeLanes(actor);
  const change = { name: name ?? before.name, color: color ?? before.color, kanban: kanban ?? before.kanban };
  await nameIsFree(repo.update(tx, companyId, id, change));
  const after = await get(tx, actor, id);
  await recordChange(tx, actor, AUDITED, before, after);
  return after;
}

/** More tickets than these, and consoles fetch everything again instead of one ticket after the other. */
const MANY_TICKETS = 5_000;

export async function remove(tx: Tx, actor: Actor, id: number): Promise<void> {
  const tag = orNotFound(await repo.lock(tx, actor.companyId, id), 'ERR_NO_TAG_FOUND');
  if (tag.kanban === 1) assertMayMakeLanes(actor);
  if (tag.ticketsCount > MANY_TICKETS) await resyncEveryone(tx);
  await repo.remove(tx, actor.companyId, id);
  await recordChange(tx, actor, AUDITED, tag, null);
}

/**
 * Puts the lanes of the board into this order; those that are not named stay behind these, as they were. Answers all of
 * them. ERR_NO_LANE_FOUND.
 */
export async function orderLanes(tx: Tx, actor: Actor, tagIds: readonly number[]): Promise<TagRow[]> {
  const { companyId } = actor;
  await repo.lockLanes(tx, companyId);
  const before = await repo.listLanes(tx, companyId);
  const lanes = before.map(({ id }) => id);
  const named = new Set(tagIds);
  if ([...named].some((id) => !lanes.includes(id))) throw new AppError('ERR_NO_LANE_FOUND');
  await repo.placeLanes(tx, companyId, [...named, ...lanes.filter((id) => !named.has(id))]);
  const after = await repo.listLanes(tx, companyId);
  await noteOrder(tx, actor, before, after);
  return after;
}

/** The order is of all lanes: it is noted once, under the first of them. */
async function noteOrder(
  tx: Tx,
  actor: Actor,
  before: readonly TagRow[],
  after: readonly TagRow[],
): Promise<void> {
  const [first] = after;
  if (!first) return;
  const names = (lanes: readonly TagRow[]) => lanes.map(({ name }) => name).join(', ');
  const changes = [{ field: 'kanban', from: names(before), to: names(after) }];
  const { companyId } = actor;
  await record(tx, {
    companyId,
    actor,
    action: 'update',
    entity: 'tag',
    entityId: first.id,
    entityName: first.name,
    changes,
  });
}

function assertMayMakeLanes(actor: Actor): void {
  if (!can(actor, 'tags:kanban')) throw new AppError('ERR_NO_PERMISSION');
}

const AUDITED: Audited<TagView> = {
  entity: 'tag',
  name: ({ name }) => name,
  fields: ({ name, color, kanban }) => ({ name, color, kanban }),
};

async function nameIsFree<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw isUniqueViolation(error, 'tags_name') ? new AppError('ERR_TAG_NAME_TAKEN') : error;
  }
}
