import { mkdirSync } from 'node:fs';
import { AppError } from '@balcao/shared/errors.ts';
import type { RowSet } from '@balcao/shared/sync/entities.ts';
import type { BatchFrame, FetchFrame, PageFrame } from '@balcao/shared/sync/frames.ts';
import type { AnnouncementReads } from '../../features/announcements/announcement-reads.ts';
import type { ChatDrafts } from '../../features/chats/chat-drafts.ts';
import type { ChatReads } from '../../features/chats/chat-reads.ts';
import type { ContactReads } from '../../features/contacts/contact-reads.ts';
import type { MentionReads } from '../../features/mentions/mention-reads.ts';
import type { MessagePage, MessageReads, StoredMessage } from '../../features/messages/message-reads.ts';
import type { MessageSearches } from '../../features/messages/message-search.ts';
import type { WaitingMessages } from '../../features/outbox/waiting-messages.ts';
import type { ScheduleReads } from '../../features/schedules/schedule-reads.ts';
import type { ListView } from '../../features/ticket-list/list-view.ts';
import type { TicketPosition, TicketSelection } from '../../features/ticket-list/ticket-query.ts';
import type { TicketReads } from '../../features/ticket-list/ticket-reads.ts';
import type { Todos } from '../../features/todolist/todos.ts';
import type { Log } from '../log.ts';
import { type Commands, createCommands } from '../outbox/commands.ts';
import { createDecisions, type Decisions } from '../outbox/decisions.ts';
import type { Outbox, Rejection } from '../outbox/outbox.ts';
import type { Settled } from '../outbox/queue.ts';
import { createSending, type Sending } from '../outbox/sending.ts';
import type { Key } from '../vault/sealed-bytes.ts';
import { type Changes, commandsChanged, createChanges, type DbChange, toEvent } from './changes.ts';
import type { Directory } from './directory.ts';
import type { Drafts } from './drafts.ts';
import { CacheRebuiltError, isDamage, translated } from './errors.ts';
import type { Applied, FeedContext } from './feed.ts';
import { closeInOrder, type OpenFile, openFile, openFiles, restartLog, type SetAside } from './files.ts';
import { guarded, type Part } from './guarded-part.ts';
import { createListeners } from './listeners.ts';
import type { ServerClock } from './server-clock.ts';
import type { SyncPosition } from './sync-state.ts';
import { createTables, type Tables } from './tables.ts';
import { transaction } from './transaction.ts';
import type { StoreUsage, Trimming } from './trim.ts';

export type { DbChange, MessagePage, StoredMessage, TicketPosition, TicketSelection };

interface StoreEvents {
  /** After the commit, never before. */
  changed: DbChange;
  rejected: Rejection;
  /** Files whose messages have left the cache, by eviction, deletion or erasure. */
  orphaned: readonly string[];
  /** Rows were deleted for good; `purgeDeletedText` removes their text from the files. */
  erased: undefined;
  /** The cache was damaged and is empty now; outbox and drafts are kept. Only a bootstrap fills it. */
  rebuilt: undefined;
}

/**
 * The rows of one (server, company, user) in SQLite: what the feed brought, the commands that wait, the drafts.
 * Every call is synchronous and every write one transaction.
 *
 * Every call may throw AppError ERR_DISK_FULL: nothing has changed then. When the cache file turns out to be damaged it
 * is replaced by an empty one, `rebuilt` is emitted, and the call is made again on that; only what the feed was
 * writing ends with CacheRebuiltError.
 */
export interface Store extends Directory, WaitingMessages, Sending {
  // Rows as the agent sees them now: queued commands included.
  readonly tickets: TicketReads;
  readonly messages: MessageReads;
  readonly search: MessageSearches;
  readonly contacts: ContactReads;
  readonly schedules: ScheduleReads;
  readonly mentions: MentionReads;
  readonly chats: ChatReads;
  /** Tickets with waiting commands, their rows cached or not. */
  waitingTickets(): Set<number>;

  // What only this computer knows
  readonly drafts: Drafts;
  readonly chatDrafts: ChatDrafts;
  readonly listView: ListView;
  readonly serverClock: ServerClock;
  readonly todos: Todos;
  readonly announcementReads: AnnouncementReads;

  // The feed
  position(): SyncPosition;
  /** The server has another history: all rows are to come again. Until then these are shown. */
  leaveEpoch(): void;
  /** A bootstrap has ended once: there is something to show. */
  hasData(): boolean;
  /** The next generation of rows begins; old rows stay visible until `finishBootstrap`. */
  beginBootstrap(): void;
  applyBootstrapRows(set: RowSet): void;
  /** Sweeps what the generation did not mention and stores the cursor. */
  finishBootstrap(end: { epoch: string; seq: number; viewVersion: number }): void;
  /** @throws FeedGapError when the batch does not follow the stored cursor */
  applyBatch(batch: BatchFrame, context: FeedContext): Applied;
  applyPage(page: PageFrame, request: FetchFrame, context: FeedContext): void;
  /** Tickets that this agent follows and whose newest messages are not here. */
  missingTails(limit: number): number[];
  /**
   * Forgets what is known of those of these tickets (without a list: of all) that this agent does not follow. Edits,
   * ticks and deletions in them are not delivered any more, so their messages must be fetched again before they are
   * shown as whole.
   */
  forgetUnfollowed(ticketIds?: readonly number[]): void;

  // The cache's size
  /**
   * Closed conversations leave that lie still since before `before`, the oldest first, and can be fetched again;
   * nothing that waits, has a draft or is `shown` does. @returns how many contacts' conversations; 0: there is no other
   */
  trim(trimming: Trimming): number;
  usage(): StoreUsage;
  /** Purges the text of deleted rows from the files, step by step. False: nothing is left to do. */
  purgeDeletedText(): boolean;

  /** The damage since this store was opened, until the agent has been notified. */
  setAside(): SetAside | null;
  forgetSetAside(): void;

  // Commands
  readonly outbox: Outbox;
  readonly commands: Commands;
  readonly decisions: Decisions;

  on<E extends keyof StoreEvents>(event: E, listener: (data: StoreEvents[E]) => void): () => void;
  close(): void;
}

export interface StoreOptions {
  /** Belongs to one (server, company, user); is made when missing. */
  dir: string;
  userId: number;
  log: Log;
  /** The key of the two files. */
  key?: Key | null;
  /** Set by tests that inject faults. */
  open?: OpenFile;
}

/**
 * Opens, and where needed makes, migrates or replaces the two files.
 * @throws StoreTooNewError when a newer version of this program has written the outbox
 */
export function openStore(options: StoreOptions): Store {
  const { log } = options;
  const events = createListeners<StoreEvents>((error) => log.error({ err: error }, 'a listener failed'));
  mkdirSync(options.dir, { recursive: true, mode: 0o700 });
  let setAside: SetAside | null = null;
  const noteSetAside = (what: SetAside) => {
    if (setAside !== 'words') setAside = what;
  };
  let tables: Tables | null = openTables(options, false, noteSetAside);
  let closed = false;

  /**
   * The files commit one after the other, so a write that failed may be half there. Until this has worked, no other.
   */
  let unsettled = false;
  function settle(): void {
    const { db, feed } = opened();
    transaction(db, () => feed.repair());
    unsettled = false;
  }

  /** Null between the end of a damaged cache and its replacement, for which there may be no space yet. */
  function opened(): Tables {
    if (closed) throw new Error('the store is closed');
    if (tables) return tables;
    tables = openTables(options, true, noteSetAside);
    unsettled = false;
    events.emit('rebuilt', undefined);
    return tables;
  }

  function discardCache(cause: unknown): void {
    log.error({ err: cause }, 'the cache is damaged');
    tables?.db.close();
    tables = null;
  }

  /** Reads again from an empty cache when the one before proves to be damaged. */
  function read<T>(work: (tables: Tables) => T, again = false): T {
    try {
      return work(opened());
    } catch (error) {
      if (again || !isDamage(error)) throw translated(error);
      discardCache(error);
      return read(work, true);
    }
  }

  function write<T>(work: (tables: Tables, changes: Changes) => T): T {
    const changes = createChanges();
    let result: T;
    try {
      if (unsettled) settle();
      const current = opened();
      result = transaction(current.db, () => work(current, changes));
    } catch (error) {
      if (isDamage(error)) {
        discardCache(error);
        read(({ state }) => state.position(), true);
        throw new CacheRebuiltError(error);
      }
      undo();
      throw translated(error);
    }
    const changed = toEvent(changes);
    if (changed) events.emit('changed', changed);
    for (const rejection of changes.rejections) events.emit('rejected', rejection);
    if (changes.mediaIds.size > 0) events.emit('orphaned', [...changes.mediaIds]);
    if (changes.erased) events.emit('erased', undefined);
    return result;
  }

  function undo(): void {
    unsettled = true;
    try {
      settle();
    } catch (error) {
      log.warn({ err: error }, 'a failed write could not be settled yet');
    }
  }

  /** Runs work that does not depend on the cache's rows: a damaged cache is no reason to lose it. */
  function command<T>(work: (tables: Tables, changes: Changes) => T): T {
    try {
      return write(work);
    } catch (error) {
      if (error instanceof CacheRebuiltError) return write(work);
      // The log of the commands has grown into its reserve: it may start over.
      if (!(error instanceof AppError) || error.code !== 'ERR_DISK_FULL') throw error;
      read(({ db }) => restartLog(db));
      return write(work);
    }
  }

  /** A part of the tables as it is, but that each call is guarded, and a write is one transaction. */
  function part<P extends Part>(name: P, ...writes: (keyof Tables[P])[]): Tables[P] {
    return guarded(opened(), name, (method) => (writes.includes(method) ? command : read));
  }

  function settled({ rejections, ticketIds }: Settled, changes: Changes): void {
    changes.rejections.push(...rejections);
    commandsChanged(changes, ticketIds);
  }

  const outbox: Outbox = {
    clientId: () => read(({ queue }) => queue.clientId()),
    size: () => read(({ queue }) => queue.size()),
    ready: (limit, underWay) => read(({ queue }) => queue.ready(limit, underWay)),
    nextUpload: (after) => read(({ queue }) => queue.nextUpload(after)),
    agreesWith: (seq) => read(({ queue }) => queue.agreesWith(seq)),
    uploaded: (position) => command(({ queue }) => queue.uploaded(position)),
    bringAgain: (before, done) => command(({ queue }) => queue.bringAgain(before, done)),
    number: (positions) => command(({ queue }) => queue.number(positions)),
    renumber: () => command(({ queue }) => queue.renumber()),
    refuse: (position, code, params) =>
      command(({ queue, overlay }, changes) => {
        settled(queue.refuse(position, { code, params }), changes);
        overlay.rebuild(queue.projected());
      }),
  };

  const changeTodos = (work: (todos: Todos) => void) =>
    command(({ todos }, changes) => {
      work(todos);
      changes.entities.add('todo');
    });

  return {
    tickets: part('tickets'),
    messages: part('messages'),
    search: part('search'),
    contacts: part('contacts'),
    schedules: part('schedules'),
    mentions: part('mentions'),
    chats: part('chats'),
    listView: part('listView', 'set'),
    serverClock: part('serverClock', 'keep'),
    todos: {
      all: () => read(({ todos }) => todos.all()),
      add: (key, todo) => changeTodos((todos) => todos.add(key, todo)),
      update: (id, change) => changeTodos((todos) => todos.update(id, change)),
      remove: (id) => changeTodos((todos) => todos.remove(id)),
    },
    announcementReads: {
      all: () => read(({ announcementReads }) => announcementReads.all()),
      mark: (ids) =>
        command(({ announcementReads }, changes) => {
          announcementReads.mark(ids);
          changes.entities.add('announcement');
        }),
    },
    drafts: {
      ...part('drafts', 'setHabits'),
      set: (ticketId, draft) =>
        command(({ drafts }, changes) => {
          drafts.set(ticketId, draft);
          changes.entities.add('draft');
        }),
    },
    chatDrafts: {
      get: (chatId) => read(({ chatDrafts }) => chatDrafts.get(chatId)),
      all: () => read(({ chatDrafts }) => chatDrafts.all()),
      set: (chatId, draft) =>
        command(({ chatDrafts }, changes) => {
          chatDrafts.set(chatId, draft);
          changes.entities.add('draft');
        }),
    },
    all: (entity) => read(({ directory }) => directory.all(entity)),
    waitingTickets: () => read(({ queue }) => queue.waitingTickets()),

    position: () => read(({ state }) => state.position()),
    leaveEpoch: () => command(({ state }) => state.leaveEpoch()),
    hasData: () => read(({ state }) => state.position().cursor !== null),
    missingTails: (limit) => read(({ feed }) => feed.missingTails(limit)),
    beginBootstrap: () => write(({ feed }) => feed.begin()),
    applyBootstrapRows: (set) => write(({ feed }, changes) => feed.bootstrapRows(set, changes)),
    finishBootstrap: (end) => write(({ feed }, changes) => feed.finish(end, changes)),
    applyBatch: (batch, context) => write(({ feed }, changes) => feed.batch(batch, context, changes)),
    forgetUnfollowed: (ticketIds) =>
      command(({ feed }, changes) => feed.forgetUnfollowed(ticketIds, changes)),
    applyPage: (page, request, context) =>
      write(({ feed }, changes) => feed.page(page, request, context, changes)),

    outbox,
    commands: createCommands({ read, write: command }),
    decisions: createDecisions({ read, write: command }),
    ...createSending({ read, write: command }),
    messagesWaitingForConnection: () => read(({ heldUp }) => heldUp.messagesWaitingForConnection()),
    trim(trimming) {
      const contacts = command(({ trim, overlay, queue }, changes) => {
        const trimmed = trim.trim(trimming);
        if (trimmed.contacts === 0) return 0;
        for (const mediaId of trimmed.mediaIds) changes.mediaIds.add(mediaId);
        // The known extent of lists and conversations is reset.
        changes.all = true;
        overlay.rebuild(queue.projected());
        return trimmed.contacts;
      });
      if (contacts > 0) read(({ trim }) => trim.shrink());
      return contacts;
    },
    usage: () => read(({ trim }) => trim.usage()),
    purgeDeletedText() {
      if (command(({ purgeDeletedText }) => purgeDeletedText.step())) return true;
      // The log still has the old pages.
      read(({ db }) => void db.pragma('main.wal_checkpoint(truncate)'));
      return false;
    },
    setAside: () => setAside,
    forgetSetAside() {
      setAside = null;
    },

    on: events.on,
    close() {
      closed = true;
      if (tables) closeInOrder(tables.db);
    },
  };
}

/** @param damaged the cache is known to be, and makes room for an empty one */
function openTables(options: StoreOptions, damaged: boolean, onSetAside: (what: SetAside) => void): Tables {
  const { dir, userId, log, key = null, open = openFile } = options;
  const db = openFiles({ dir, log, open, key, onSetAside }, damaged);
  try {
    const tables = createTables(db, userId);
    const unreadable = tables.queue.quarantine();
    if (unreadable > 0) log.error({ unreadable }, 'commands of another version were put aside');
    transaction(db, () => tables.feed.repair());
    return tables;
  } catch (error) {
    db.close();
    if (damaged || !isDamage(error)) throw error;
    return openTables(options, true, onSetAside);
  }
}
