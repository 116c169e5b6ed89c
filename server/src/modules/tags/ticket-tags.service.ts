import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { type CardMove, tagsAfterMove } from '@balcao/shared/features/kanban/lanes.ts';
import { MAX_TAGS } from '@balcao/shared/features/tags/limits.ts';
import type { TagRow } from '@balcao/shared/features/tags/row.ts';
import { tagsAfter } from '@balcao/shared/features/tags/rules.ts';
import type { MutationArgs } from '@balcao/shared/sync/commands.ts';
import type { Tx } from '../../platform/db/client.ts';
import { addTicketEvent, type EventDoer, namesOf } from '../ticket-timeline/ticket-events.service.ts';
import { lockVisible, mayTouch, otherAgentError } from '../tickets/locked-ticket.ts';
import * as repo from './tags.repo.ts';

/**
 * The tags of a ticket. Each answers what it carries afterwards, and throws what looking at a ticket throws,
 * ERR_OTHER_OPEN_TICKET {name} for a colleague's, and ERR_NO_TAG_FOUND.
 */
export interface TicketTagsService {
  /** All that it has from now on, or with `before` what differs from that: REST and the consoles' outboxes. */
  setTags(tx: Tx, actor: Actor, args: MutationArgs<'ticket.setTags'>): Promise<TagRow[]>;
  addTag(tx: Tx, actor: Actor, ticketId: number, tagId: number): Promise<TagRow[]>;
  /**
   * Out of the lanes that it is in and into another, or into none. ERR_NO_LANE_FOUND for one that is gone;
   * ERR_CARD_MOVED {name} when it is not in the lane `from` any more, because somebody was faster.
   */
  moveToLane(tx: Tx, actor: Actor, args: MutationArgs<'ticket.moveToLane'>): Promise<TagRow[]>;
  /** Takes a ticket out of its lane on the kanban board; other tags stay. */
  leaveLane(tx: Tx, actor: Actor, ticketId: number): Promise<TagRow[]>;
}

export function createTicketTagsService({ clock }: { clock: () => Date }): TicketTagsService {
  async function change(
    tx: Tx,
    actor: Actor,
    ticketId: number,
    wantedOf: (tags: TagRow[]) => readonly number[] | Promise<readonly number[]>,
  ): Promise<TagRow[]> {
    const { companyId, userId } = actor;
    const ticket = await lockVisible(tx, actor, ticketId);
    if (!mayTouch(actor, ticket)) throw await otherAgentError(tx, actor, ticket);
    const before = await repo.ofTicket(tx, companyId, ticketId);
    const wanted = new Set(await wantedOf(before));
    if (wanted.size > MAX_TAGS) throw new AppError('ERR_VALIDATION');
    const has = new Set(before.map(({ id }) => id));
    const added = [...wanted].filter((id) => !has.has(id));
    const removed = [...has].filter((id) => !wanted.has(id));
    if (added.length + removed.length === 0) return before;
    if ((await repo.lockExisting(tx, companyId, added)).length < added.length)
      throw new AppError('ERR_NO_TAG_FOUND');
    await repo.removeFromTicket(tx, companyId, ticketId, removed);
    await repo.addToTicket(tx, companyId, ticketId, added);
    const after = await repo.ofTicket(tx, companyId, ticketId);
    const { by } = await namesOf(tx, actor, { by: userId }, {});
    const names = { added: namesIn(after, added), removed: namesIn(before, removed) };
    await addTicketEvent(tx, { companyId, ticketId, userId }, { kind: 'tagged', by, ...names }, clock());
    return after;
  }

  return {
    setTags: (tx, actor, { ticketId, ...wanted }) =>
      change(tx, actor, ticketId, (tags) =>
        tagsAfter(
          tags.map(({ id }) => id),
          wanted,
        ),
      ),
    moveToLane: (tx, actor, { ticketId, ...move }) =>
      change(tx, actor, ticketId, (tags) => tagsOfMoved(tx, actor, tags, move)),
    addTag: (tx, actor, ticketId, tagId) =>
      change(tx, actor, ticketId, (tags) => [...tags.map(({ id }) => id), tagId]),
    leaveLane: (tx, actor, ticketId) =>
      change(tx, actor, ticketId, (tags) => tags.filter(({ kanban }) => kanban === 0).map(({ id }) => id)),
  };
}

/** Adds them to what the ticket has, as nobody's deed. ERR_NO_TAG_FOUND. @param ticketId of a ticket that the caller has locked */
export const addTagsOfProgram = (
  tx: Tx,
  companyId: number,
  ticketId: number,
  tagIds: readonly number[],
  at: Date,
): Promise<void> => changeTags(tx, { companyId, userId: null }, ticketId, { put: tagIds, taken: [] }, at);

/** The same, and takes others away. ERR_NO_TAG_FOUND for one to put that is gone. */
export async function changeTags(
  tx: Tx,
  by: EventDoer,
  ticketId: number,
  { put, taken }: { put: readonly number[]; taken: readonly number[] },
  at: Date,
): Promise<void> {
  const { companyId, userId, program = null } = by;
  const wanted = [...new Set(put)];
  if ((await repo.lockExisting(tx, companyId, wanted)).length < wanted.length)
    throw new AppError('ERR_NO_TAG_FOUND');
  const before = await repo.ofTicket(tx, companyId, ticketId);
  const has = new Set(before.map(({ id }) => id));
  const added = wanted.filter((id) => !has.has(id));
  const removed = taken.filter((id) => has.has(id));
  if (added.length + removed.length === 0) return;
  if (before.length - removed.length + added.length > MAX_TAGS) throw new AppError('ERR_VALIDATION');
  await repo.removeFromTicket(tx, companyId, ticketId, removed);
  await repo.addToTicket(tx, companyId, ticketId, added);
  const names = {
    added: namesIn(await repo.ofTicket(tx, companyId, ticketId), added),
    removed: namesIn(before, removed),
  };
  await addTicketEvent(tx, { companyId, ticketId, userId }, { kind: 'tagged', by: program, ...names }, at);
}

/** The tags of a card that is moved to another lane. */
async function tagsOfMoved(
  tx: Tx,
  { companyId }: Actor,
  tags: TagRow[],
  { tagId, from }: CardMove,
): Promise<readonly number[]> {
  const wanted = tagId === null ? undefined : await repo.holdLane(tx, companyId, tagId);
  if (tagId !== null && !wanted) throw new AppError('ERR_NO_LANE_FOUND');
  const left = from ? await repo.holdLane(tx, companyId, from) : undefined;
  const lanes = [...tags, ...(wanted ? [wanted] : []), ...(left ? [left] : [])];
  const isLane = (id: number) => lanes.some((tag) => tag.id === id && tag.kanban === 1);
  const after = tagsAfterMove(
    tags.map(({ id }) => id),
    { tagId, from },
    isLane,
  );
  if (after) return after;
  const now = tags.find(({ kanban }) => kanban === 1);
  throw new AppError('ERR_CARD_MOVED', now ? { name: now.name } : {});
}

const namesIn = (tags: TagRow[], ids: readonly number[]) =>
  tags.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
