import { isErrorCode } from '@balcao/shared/errors.ts';
import type { EntityName, MessageRow, RowSet, TicketRow } from '@balcao/shared/sync/entities.ts';
import type { BatchFrame, FetchFrame, PageFrame } from '@balcao/shared/sync/frames.ts';
import { crashAt } from '../failpoints.ts';
import type { Overlay } from '../outbox/overlay.ts';
import type { Queue, Refusal } from '../outbox/queue.ts';
import { type Changes, commandsChanged } from './changes.ts';
import { FeedGapError } from './errors.ts';
import { follows, type History, isOlder, type Key, keyOf } from './history.ts';
import type { Rows } from './rows.ts';
import type { SyncState } from './sync-state.ts';

/** What one batch brought, for the sync client to act on after the commit. */
export interface Applied {
  /** Customers' messages that were not here before. */
  incoming: { ticket: TicketRow; message: MessageRow }[];
  /** Tickets whose newest messages must be fetched, because this agent did not follow them before. */
  tails: number[];
}

export interface FeedContext {
  /** Tickets that a screen shows, once the server is known to deliver their messages. */
  interest: ReadonlySet<number>;
}

/** Writes what the server sends into the rows. Callers open the transactions. */
export interface Feed {
  begin(): void;
  bootstrapRows(set: RowSet, changes: Changes): void;
  finish(end: { epoch: string; seq: number; viewVersion: number }, changes: Changes): void;
  batch(batch: BatchFrame, context: FeedContext, changes: Changes): Applied;
  page(page: PageFrame, request: FetchFrame, context: FeedContext, changes: Changes): void;
  /** Ends what a crash between the commits of the two files has left, and shows the queue's effects again. */
  repair(): void;
  /** Tickets that this agent follows and whose newest messages are not here. */
  missingTails(limit: number): number[];
  forgetUnfollowed(ticketIds: readonly number[] | undefined, changes: Changes): void;
}

interface Deps {
  rows: Rows;
  history: History;
  state: SyncState;
  queue: Queue;
  overlay: Overlay;
  userId: number;
}

export function createFeed({ rows, history, state, queue, overlay, userId }: Deps): Feed {
  function put(set: RowSet, changes: Changes): void {
    rows.put(set, state.generation());
    if (set.rows.length > 0) changes.entities.add(set.entity);
    if (set.entity === 'message') for (const row of set.rows) changes.ticketIds.add(row.ticketId);
  }

  function remove(entity: EntityName, ids: readonly string[], changes: Changes): void {
    if (ids.length > 0) changes.entities.add(entity);
    for (const id of ids) {
      const ticketId = entity === 'message' ? rows.get('message', id)?.ticketId : undefined;
      if (ticketId !== undefined) changes.ticketIds.add(ticketId);
      rows.delete(entity, id);
    }
  }

  const isFollowed = (id: number) => {
    const ticket = rows.get('ticket', id);
    return ticket !== undefined && follows(userId, ticket);
  };

  /** Only then what is known of the ticket's messages stays true. */
  const isDelivered = (id: number, { interest }: FeedContext) => interest.has(id) || isFollowed(id);

  /** Whether the ticket's messages can still be known without a hole, now that its row has changed. */
  function reviewHistory(before: TicketRow | undefined, id: number, context: FeedContext): void {
    const now = rows.get('ticket', id);
    if (!now) return;
    const stays = follows(userId, now)
      ? before !== undefined && follows(userId, before)
      : context.interest.has(id);
    if (!stays) history.drop(id);
  }

  const lacksTail = (id: number) => {
    const ticket = rows.get('ticket', id);
    const wanted = ticket && ticket.status !== 'closed' && follows(userId, ticket);
    return wanted === true && history.get(id) === null;
  };

  function applyRows(batch: BatchFrame, context: FeedContext, changes: Changes) {
    const before = new Map<number, TicketRow | undefined>();
    const fresh: MessageRow[] = [];
    for (const set of batch.puts) {
      if (set.entity === 'ticket') for (const { id } of set.rows) before.set(id, rows.get('ticket', id));
      if (set.entity === 'message') fresh.push(...set.rows.filter(isNews));
      put(set, changes);
    }
    for (const { entity, ids } of [...batch.evicts, ...batch.deletes]) remove(entity, ids, changes);
    for (const [id, row] of before) reviewHistory(row, id, context);
    // What follows a gap is whole: the server has sent the newest messages with it.
    for (const { ticketId, before: key } of batch.gaps)
      if (isDelivered(ticketId, context)) history.gap(ticketId, key);
    return { fresh, tails: [...before.keys()].filter(lacksTail) };
  }

  const isNews = (row: MessageRow) => !row.fromMe && rows.get('message', row.id) === undefined;

  function settle({ acked, results }: BatchFrame['mutations'], changes: Changes): void {
    const clientId = queue.clientId();
    if (results.length === 0 && acked <= state.acked(clientId)) return;
    const refusals = new Map<number, Refusal>();
    for (const { seq, status, code, params } of results) {
      if (status === 'rejected') refusals.set(seq, { code: code ?? 'ERR_INTERNAL', params: params ?? {} });
    }
    state.setRefusals(new Map([...refusals].map(([seq, { code }]) => [seq, code])));
    state.acknowledge(clientId, Math.max(acked, state.acked(clientId)));
    const { rejections, ticketIds } = queue.settle(acked, refusals);
    changes.rejections.push(...rejections);
    commandsChanged(changes, ticketIds);
  }

  return {
    begin() {
      state.nextGeneration();
      history.dropAll();
    },

    bootstrapRows(set, changes) {
      put(set, changes);
      if (set.entity === 'message')
        for (const row of set.rows) if (isFollowed(row.ticketId)) history.extend(row.ticketId, keyOf(row));
      overlay.rebuild(queue.projected());
    },

    finish(end, changes) {
      rows.sweep(state.generation());
      state.bootstrapped(end);
      overlay.rebuild(queue.projected());
      changes.all = true;
    },

    batch(batch, context, changes) {
      const { cursor } = state.position();
      if (!cursor || batch.from > cursor.seq) throw new FeedGapError(batch.from, cursor?.seq ?? null);
      // A repeated frame must not bring back rows that are older than ours.
      const repeated = batch.to < cursor.seq || (batch.to === cursor.seq && batch.from < batch.to);
      const { fresh, tails } = repeated ? { fresh: [], tails: [] } : applyRows(batch, context, changes);
      settle(batch.mutations, changes);
      if (!repeated) state.advance(batch.to);
      crashAt('batch.applied');
      overlay.rebuild(queue.projected());
      const incoming = fresh.flatMap((message) => {
        const ticket = overlay.get('ticket', message.ticketId);
        return ticket ? [{ ticket, message }] : [];
      });
      return { incoming, tails };
    },

    page(page, request, context, changes) {
      for (const set of page.sets) put(set, changes);
      if (request.what === 'messages') {
        const { ticketId, before } = request;
        if (isDelivered(ticketId, context))
          history.page(ticketId, { before, oldest: oldestOf(page.sets), hasMore: page.hasMore });
        changes.ticketIds.add(ticketId);
        changes.entities.add('message');
      }
      overlay.rebuild(queue.projected());
    },

    repair() {
      const codes = [...state.refusals()].filter(([, code]) => isErrorCode(code));
      const refusals = codes.map(([seq, code]) => [seq, { code, params: {} } as Refusal] as const);
      queue.settle(state.acked(queue.clientId()), new Map(refusals));
      overlay.rebuild(queue.projected());
    },

    missingTails: (limit) => history.missing(userId, limit),

    forgetUnfollowed(ticketIds, changes) {
      const forgotten = history.unfollowed(userId).filter((id) => ticketIds?.includes(id) ?? true);
      for (const id of forgotten) {
        history.drop(id);
        changes.ticketIds.add(id);
      }
      if (forgotten.length > 0) changes.entities.add('message');
    },
  };
}

function oldestOf(sets: readonly RowSet[]): Key | null {
  let oldest: Key | null = null;
  for (const set of sets) {
    if (set.entity !== 'message') continue;
    for (const row of set.rows) {
      const key = keyOf(row);
      if (!oldest || isOlder(key, oldest)) oldest = key;
    }
  }
  return oldest;
}
