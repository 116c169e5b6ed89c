import type { TagView } from '@balcao/shared/api/tags.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { type Actor, can } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { resyncEveryone } from '../../platform/db/feed.ts';
import type { Change } from '../../platform/db/rows.ts';
import { diff, record } from '../audit/audit.service.ts';
import * as repo from './tags.repo.ts';

/**
 * The tags of a company, which everybody may make and change. Lanes of the kanban board are for those who may
 * (`tags:kanban`): ERR_NO_PERMISSION. All throw ERR_NO_TAG_FOUND.
 */

export async function get(tx: Tx, actor: Actor, id: number): Promise<TagView> {
  return existing(await repo.find(tx, actor.companyId, id));
}

/** ERR_TAG_NAME_TAKEN. */
export async function create(tx: Tx, actor: Actor, fields: repo.TagFields): Promise<TagView> {
  if (fields.kanban === 1) assertMayMakeLanes(actor);
  const { companyId, userId } = actor;
  const id = await nameIsFree(repo.insert(tx, companyId, { ...fields, userId }));
  const tag = await get(tx, actor, id);
  await note(tx, actor, 'create', null, tag);
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
  const before = existing(await repo.lock(tx, companyId, id));
  if (kanban !== undefined && kanban !== before.kanban) assertMayMakeLanes(actor);
  const change = { name: name ?? before.name, color: color ?? before.color, kanban: kanban ?? before.kanban };
  await nameIsFree(repo.update(tx, companyId, id, change));
  const after = await get(tx, actor, id);
  await note(tx, actor, 'update', before, after);
  return after;
}

/** More tickets than these, and consoles fetch everything anew instead of one ticket after the other. */
const MANY_TICKETS = 5_000;

export async function remove(tx: Tx, actor: Actor, id: number): Promise<void> {
  const tag = existing(await repo.lock(tx, actor.companyId, id));
  if (tag.kanban === 1) assertMayMakeLanes(actor);
  if (tag.ticketsCount > MANY_TICKETS) await resyncEveryone(tx);
  await repo.remove(tx, actor.companyId, id);
  await note(tx, actor, 'delete', tag, null);
}

function assertMayMakeLanes(actor: Actor): void {
  if (!can(actor, 'tags:kanban')) throw new AppError('ERR_NO_PERMISSION');
}

function note(
  tx: Tx,
  actor: Actor,
  action: 'create' | 'update' | 'delete',
  before: TagView | null,
  after: TagView | null,
): Promise<void> {
  const { id, name } = (after ?? before) as TagView;
  const changes = diff(noted(before), noted(after));
  const { companyId } = actor;
  return record(tx, { companyId, actor, action, entity: 'tag', entityId: id, entityName: name, changes });
}

const noted = (tag: TagView | null) => tag && { name: tag.name, color: tag.color, kanban: tag.kanban };

function existing(tag: TagView | undefined): TagView {
  if (!tag) throw new AppError('ERR_NO_TAG_FOUND');
  return tag;
}

async function nameIsFree<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw isUniqueViolation(error, 'tags_name') ? new AppError('ERR_TAG_NAME_TAKEN') : error;
  }
}
