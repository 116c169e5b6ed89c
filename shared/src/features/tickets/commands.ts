import { z } from 'zod';
import { MAX_TAGS } from '../../constants.ts';
import { command, type ProjectionView, type Unread } from '../../contract/command.ts';
import { id, instant } from '../../contract/fields.ts';
import type { Row } from '../../sync/entities.ts';
import { tagsAfterMove } from '../kanban/lanes.ts';
import { tagsAfter } from '../tags/rules.ts';
import { pinIdOf } from '../ticket-pins/row.ts';

const ticketArgs = z.object({ ticketId: id });
/**
 * `seenAt`: when the newest words of the customer were written that the console held when the agent acted. It may have
 * been offline for hours: later messages are unseen. Without it all count as seen.
 */
export const seen = z.object({ seenAt: instant.optional() });
const readArgs = ticketArgs.extend(seen.shape);
const tagIds = z.array(id).max(MAX_TAGS);

export const NOTHING_UNREAD: Unread = { unreadMessages: 0, waitingSince: null };
/** Whoever goes on with a ticket, or is given it, has it in the lists again. */
const AWAKE = { snoozedUntil: null } as const;
/** People have it, or it is over: no bot answers. */
const WITHOUT_BOT = { chatbot: false, answerer: 'nobody' } as const;
const TAKEN = { ...AWAKE, ...WITHOUT_BOT } as const;

export const unseen = (view: ProjectionView, { ticketId, seenAt }: z.output<typeof readArgs>): Unread =>
  seenAt === undefined ? NOTHING_UNREAD : view.unreadSince(ticketId, seenAt);

export function patchTicket(view: ProjectionView, ticketId: number, patch: Partial<Row<'ticket'>>): void {
  const row = view.get('ticket', String(ticketId));
  if (row) view.put('ticket', { ...row, ...patch });
}

export const ticketMutations = {
  'ticket.accept': command({
    args: ticketArgs,
    project: (view, { ticketId }, { userId, at }) =>
      patchTicket(view, ticketId, { ...TAKEN, status: 'open', userId, updatedAt: at }),
  }),
  /**
   * An unassigned ticket belongs to the agent who closes it. `silent`: the customer is sent nothing, neither the
   * question for a rating nor the completion message. Refused over unseen messages.
   */
  'ticket.close': command({
    args: readArgs.extend({ silent: z.boolean().optional() }),
    project(view, args, { userId, at }) {
      if (unseen(view, args).unreadMessages > 0) return;
      const row = view.get('ticket', String(args.ticketId));
      const closed = { ...TAKEN, status: 'closed', userId: row?.userId ?? userId } as const;
      patchTicket(view, args.ticketId, { ...closed, ...NOTHING_UNREAD, markedUnread: false, updatedAt: at });
      view.remove('pin', pinIdOf({ userId, ticketId: args.ticketId }));
    },
  }),
  'ticket.reopen': command({
    args: ticketArgs,
    project: (view, { ticketId }, { userId, at }) =>
      patchTicket(view, ticketId, { status: 'open', userId, updatedAt: at }),
  }),
  /**
   * To an agent, to the agents of a queue, or to an agent in a queue. `userId` null: to whichever agent accepts it there;
   * `queueId` null: its queue stays.
   */
  'ticket.transfer': command({
    args: ticketArgs.extend({ userId: id.nullable(), queueId: id.nullable() }),
    project(view, { ticketId, userId, queueId }, { at }) {
      const row = view.get('ticket', String(ticketId));
      if (!row || (userId === null && queueId === null)) return;
      const status = userId === null ? 'pending' : 'open';
      const waitingSince = row.waitingSince ?? (status === 'pending' ? at : null);
      view.put('ticket', {
        ...row,
        ...TAKEN,
        status,
        userId,
        queueId: queueId ?? row.queueId,
        waitingSince,
        updatedAt: at,
      });
    },
  }),
  /** Returns it to the waiting ones of its queue. */
  'ticket.return': command({
    args: ticketArgs,
    project(view, { ticketId }, { at }) {
      const waitingSince = view.get('ticket', String(ticketId))?.waitingSince ?? at;
      patchTicket(view, ticketId, { ...TAKEN, status: 'pending', userId: null, waitingSince, updatedAt: at });
    },
  }),
  /** No bot says anything more in this service cycle; whoever was with it waits for people. */
  'ticket.silenceBot': command({
    args: ticketArgs,
    project(view, { ticketId }, { at }) {
      const row = view.get('ticket', String(ticketId));
      if (row?.chatbot) view.put('ticket', { ...row, ...WITHOUT_BOT, waitingSince: at, updatedAt: at });
    },
  }),
  /**
   * Hands it to the bot: it begins with the options of this queue, or with the menu of queues, as if the customer had just
   * come. `queueId` null: of the queue that the ticket is in.
   */
  'ticket.startBot': command({
    args: ticketArgs.extend({ queueId: id.nullable() }),
    project(view, { ticketId, queueId }, { at }) {
      const row = view.get('ticket', String(ticketId));
      if (!row || row.isGroup) return;
      const handed = { status: 'pending', userId: null, waitingSince: null, updatedAt: at } as const;
      const inQueue = queueId ?? row.queueId;
      const answerer = inQueue === null ? 'queueMenu' : 'optionTree';
      view.put('ticket', { ...row, ...AWAKE, ...handed, queueId: inQueue, chatbot: true, answerer });
    },
  }),
  /**
   * `until` null: back now. Nothing happens when the customer has written since the agent did it: that ends it; nor
   * when its time is past as the server carries it out.
   */
  'ticket.snooze': command({
    args: readArgs.extend({ until: instant.nullable() }),
    project(view, { ticketId, until, seenAt }) {
      if (until !== null && seenAt !== undefined && view.hasWrittenSince(ticketId, seenAt)) return;
      patchTicket(view, ticketId, { snoozedUntil: until });
    },
  }),
  'ticket.markRead': command({
    args: readArgs,
    project: (view, args) =>
      patchTicket(view, args.ticketId, {
        unreadMessages: unseen(view, args).unreadMessages,
        markedUnread: false,
      }),
  }),
  /** One's own conversation counts as unread again; what customers know to be read stays so. */
  'ticket.markUnread': command({
    args: ticketArgs,
    project: (view, { ticketId }) => patchTicket(view, ticketId, { markedUnread: true }),
  }),
  /** First in the lists of whoever does it, and of nobody else. */
  'ticket.pin': command({
    args: ticketArgs.extend({ pinned: z.boolean() }),
    project(view, { ticketId, pinned }, { userId }) {
      const row = { id: pinIdOf({ userId, ticketId }), userId, ticketId };
      if (pinned) view.put('pin', row);
      else view.remove('pin', row.id);
    },
    redirect: (args, ticketId) => ({ ...args, ticketId }),
  }),
  /** All the tags that the ticket has from now on; with `before`, what was seen then, only what differs is changed. */
  'ticket.setTags': command({
    args: ticketArgs.extend({ tagIds, before: tagIds.optional() }),
    project(view, { ticketId, ...change }) {
      const row = view.get('ticket', String(ticketId));
      if (row) view.put('ticket', { ...row, tagIds: tagsAfter(row.tagIds, change) });
    },
    redirect: (args, ticketId) => ({ ...args, ticketId }),
  }),
  /**
   * Into a lane of the kanban board, null: into none. `from` is the lane in which the agent saw it; refused when it is
   * in another by now.
   */
  'ticket.moveToLane': command({
    args: ticketArgs.extend({ tagId: id.nullable(), from: id.nullable().optional() }),
    project(view, { ticketId, ...move }) {
      const row = view.get('ticket', String(ticketId));
      const isLane = (tagId: number) => view.get('tag', String(tagId))?.kanban === 1;
      if (!row || (move.tagId !== null && !isLane(move.tagId))) return;
      view.put('ticket', { ...row, tagIds: tagsAfterMove(row.tagIds, move, isLane) ?? row.tagIds });
    },
    redirect: (args, ticketId) => ({ ...args, ticketId }),
  }),
} as const;
