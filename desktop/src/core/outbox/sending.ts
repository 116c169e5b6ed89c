import { AppError } from '@balcao/shared/errors.ts';
import type { KeptChatDraft } from '@balcao/shared/features/chats/bridge.ts';
import { MUTATIONS, type MutationArgs, type MutationName, redirected } from '@balcao/shared/sync/commands.ts';
import { type Changes, commandsChanged } from '../store/changes.ts';
import type { StoredDraft } from '../store/drafts.ts';
import type { TableAccess, Tables } from '../store/tables.ts';
import type { HeldMessage } from './held-commands.ts';
import type { OutgoingFile } from './outbox.ts';
import { createdId } from './seen-command-ids.ts';

/** How commands come into the outbox, and messages that wait there leave it again. Each write is one transaction. */
export interface Sending {
  /**
   * Stores a command and its visible effect in one transaction; what was given before under its id is not done again.
   * `at` is an ISO instant in server time; `file` describes the file that `args.mediaId` names, until the server does.
   * @throws AppError ERR_VALIDATION
   */
  enqueue<N extends MutationName>(command: EnqueuedCommand<N>): void;
  /**
   * Stores messages in their order and what is left of the ticket's draft, all or nothing, and once.
   * @throws AppError ERR_VALIDATION
   */
  send(batch: MessageBatch): void;
  /** Whether something was given to be done under this id, whatever has become of it. */
  wasGiven(id: string): boolean;
  /** Messages that may still be taken back: of one ticket, or all. */
  held(ticketId: number | null): HeldMessage[];
  /** Files that commands of this ticket wait for. */
  uploads(ticketId: number): string[];
  /** Files that drafts and commands name, refused ones too. */
  neededFiles(): Set<string>;
  release(messageIds: readonly string[]): void;
  /** Held messages of a ticket leave the queue for its draft. */
  takeBack(ticketId: number, draftWith: (held: HeldMessage[]) => StoredDraft): void;
  /** Sends a refused message again: same message, new place in the queue. @throws AppError ERR_NO_MESSAGE_FOUND */
  retryMessage(id: string, at: string): void;
  /** Gives a refused message up. @throws AppError ERR_NO_MESSAGE_FOUND */
  discardMessage(id: string): void;
}

interface EnqueuedCommand<N extends MutationName> {
  name: N;
  args: MutationArgs<N>;
  at: string;
  file?: OutgoingFile;
  /** The server has the file already. */
  isThere?: boolean;
  /** The rest of the ticket's draft. */
  draft?: StoredDraft;
  /** The rest of the chat's draft. */
  chatDraft?: KeptChatDraft;
  /** A finishing or transfer may be taken back until then (ms, this computer's clock). */
  holdUntil?: number;
}

export interface MessageBatch {
  ticketId: number;
  messages: EnqueuedCommand<'message.send'>[];
  draft: StoredDraft;
  /** Milliseconds by this computer's clock; null: the commands leave at once. */
  holdUntil: number | null;
}

/** Whether the command carries the newest customer message that the agent had seen. */
const tellsWhatWasSeen = (name: MutationName) => 'seenAt' in MUTATIONS[name].args.shape;

export function createSending({ read, write }: TableAccess): Sending {
  function changeRefused(change: (queue: Tables['queue']) => number | null): void {
    write(({ queue, overlay }, changes) => {
      const ticketId = change(queue);
      if (ticketId === null) throw new AppError('ERR_NO_MESSAGE_FOUND');
      overlay.rebuild(queue.projected());
      commandsChanged(changes, [ticketId]);
    });
  }

  return {
    enqueue(given) {
      assertValid(given);
      write((tables, changes) => enqueue(tables, changes, placed(tables, given)));
    },
    send({ ticketId, messages, draft, holdUntil }) {
      for (const message of messages) assertValid(message);
      write((tables, changes) => {
        const fresh = messages.filter(({ args }) => tables.given.claim(args.id));
        if (fresh.length === 0) return;
        const entries = fresh.map((message) => placed(tables, message));
        const ticketIds = [...new Set([ticketId, ...entries.map(({ args }) => args.ticketId)])];
        if (holdUntil === null) for (const id of ticketIds) endUndoDelay(tables, id);
        for (const entry of entries) add(tables, entry, holdUntil);
        tables.drafts.set(ticketId, draft);
        changes.entities.add('draft');
        commandsChanged(changes, ticketIds);
      });
    },
    wasGiven: (id) => read(({ given }) => given.has(id)),
    held: (ticketId) => read(({ queue }) => queue.held(ticketId)),
    uploads: (ticketId) => read(({ queue }) => queue.uploads(ticketId)),
    neededFiles: () =>
      read(({ queue, drafts, chatDrafts }) => {
        const written = drafts.all().flatMap(({ files }) => files.map(({ mediaId }) => mediaId));
        return new Set([...queue.files(), ...written, ...chatDrafts.all().flatMap(({ files }) => files)]);
      }),
    release: (messageIds) =>
      write(({ queue, overlay }, changes) => {
        const ticketIds = queue.release(messageIds);
        overlay.rebuild(queue.projected());
        commandsChanged(changes, ticketIds);
      }),
    takeBack: (ticketId, draftWith) =>
      write(({ queue, overlay, drafts }, changes) => {
        const held = queue.held(ticketId);
        queue.takeBack(held.map(({ args }) => args.id));
        drafts.set(ticketId, draftWith(held));
        overlay.rebuild(queue.projected());
        changes.entities.add('draft');
        commandsChanged(changes, [ticketId]);
      }),
    retryMessage: (id, at) => changeRefused((queue) => queue.retry(id, at)),
    discardMessage: (id) => changeRefused((queue) => queue.discard(id)),
  };
}

function enqueue<N extends MutationName>(tables: Tables, changes: Changes, entry: EnqueuedCommand<N>): void {
  const { name, args } = entry;
  const ticketId = 'ticketId' in args ? args.ticketId : null;
  const made = createdId(entry);
  if (made !== null && !tables.given.claim(made)) return;
  commandsChanged(changes, ticketId === null ? [] : [ticketId]);
  // An agent who reopens what has not been closed yet takes the closing back.
  if (name === 'ticket.reopen' && ticketId !== null && tables.queue.takeBackDecision(ticketId)) {
    tables.overlay.rebuild(tables.queue.projected());
    return;
  }
  if (name !== 'ticket.markRead' && ticketId !== null) endUndoDelay(tables, ticketId);
  if (entry.draft && ticketId !== null) {
    tables.drafts.set(ticketId, entry.draft);
    changes.entities.add('draft');
  }
  if (entry.chatDraft && 'chatId' in args) {
    tables.chatDrafts.set(args.chatId, entry.chatDraft);
    changes.entities.add('draft');
  }
  add(tables, entry, entry.holdUntil ?? null);
}

function assertValid<N extends MutationName>({ name, args }: EnqueuedCommand<N>): void {
  if (!MUTATIONS[name].args.safeParse(args).success) throw new AppError('ERR_VALIDATION');
}

function add<N extends MutationName>(
  { queue, overlay, seen }: Tables,
  { name, args, at, file, isThere = false }: EnqueuedCommand<N>,
  holdUntil: number | null,
): void {
  const seenAt = tellsWhatWasSeen(name) && 'ticketId' in args ? seen.lastSeenAt(args.ticketId) : undefined;
  const all = seenAt === undefined ? args : { seenAt, ...args };
  overlay.add(queue.add({ name, args: all, at, file: file ?? null, isThere, holdUntil }));
}

/** A screen may still show a ticket that has become another one. */
function placed<N extends MutationName>({ rows }: Tables, entry: EnqueuedCommand<N>): EnqueuedCommand<N> {
  const { name, args } = entry;
  if (!('ticketId' in args) || rows.get('ticket', args.ticketId)) return entry;
  const ticketId = rows.successor(args.ticketId);
  const there = ticketId === undefined ? null : redirected(name, args, ticketId);
  return there ? { ...entry, args: there } : entry;
}

/** Commands of a ticket keep their order: nothing may overtake one that is held back. */
function endUndoDelay({ queue, overlay }: Tables, ticketId: number): void {
  const released = queue.release(queue.held(ticketId).map(({ args }) => args.id));
  const decided = queue.releaseDecision(ticketId);
  if (released.length > 0 || decided) overlay.rebuild(queue.projected());
}
