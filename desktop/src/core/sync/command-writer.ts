import type { KeptChatDraft } from '@balcao/shared/features/chats/bridge.ts';
import type { MutationArgs, MutationName } from '@balcao/shared/sync/commands.ts';
import { crashAt } from '../failpoints.ts';
import type { OutboxEntry } from '../outbox/entries.ts';
import type { OutgoingFile } from '../outbox/outbox.ts';
import type { HeldName } from '../outbox/outbox-statements.ts';
import type { MessageBatch } from '../outbox/sending.ts';
import type { StoredDraft } from '../store/drafts.ts';
import type { Store } from '../store/store.ts';
import type { Pusher } from './pusher.ts';
import type { ServerTime } from './server-time.ts';

/** Stores what the agent does in the outbox, at the server's time, and has it sent. */
export interface CommandWriter {
  /** @throws AppError ERR_VALIDATION, ERR_DISK_FULL */
  enqueue<N extends MutationName>(name: N, args: MutationArgs<N>, file?: OutgoingFile): void;
  /** Stores a private note and the rest of its draft, both or neither. @throws as `enqueue` */
  keepNote(args: MutationArgs<'note.add'>, draft: StoredDraft): void;
  /** Stores what somebody says in a chat and the rest of its draft (null: as it is), both or neither. @throws as `enqueue` */
  say(args: MutationArgs<'chat.send'>, file: OutgoingFile | undefined, draft: KeptChatDraft | null): void;
  /**
   * Finishes, hands over or puts off a ticket on this computer; the server receives it after `holdUntil` (ms, this computer's
   * clock).
   */
  holdDecision<N extends HeldName>(name: N, args: MutationArgs<N>, holdUntil: number): void;
  /** Same as `Store.send`. */
  send(batch: OutgoingBatch): void;
  /** Messages that were held back may leave. */
  release(messageIds: readonly string[]): void;
  /** A ticket's finishing or transfer that was held back may leave. */
  releaseDecision(ticketId: number): void;
  /** @throws AppError ERR_NO_MESSAGE_FOUND when no refused message has this id */
  retryMessage(id: string): void;
  /** @throws AppError ERR_NO_MESSAGE_FOUND */
  discardMessage(id: string): void;
  /** A refused command goes out again. @throws AppError ERR_NO_COMMAND_FOUND */
  retryCommand(position: number): void;
  /** Same as `Commands.rewrite`. */
  rewriteCommand<N extends MutationName>(
    position: number,
    name: N,
    args: MutationArgs<N>,
    file?: OutgoingFile,
  ): OutboxEntry | null;
}

interface OutgoingBatch extends Omit<MessageBatch, 'messages'> {
  messages: Pick<MessageBatch['messages'][number], 'args' | 'file' | 'isThere'>[];
}

interface Deps {
  store: Store;
  time: ServerTime;
  pusher: Pusher;
}

export function createCommandWriter({ store, time, pusher }: Deps): CommandWriter {
  /** The agent's command is stored from here on, and is sent. */
  function stored(write: () => void): void {
    write();
    crashAt('command.stored');
    pusher.kick();
  }

  return {
    enqueue: (name, args, file) =>
      stored(() => store.enqueue({ name, args, at: time.next(), ...(file ? { file } : {}) })),
    keepNote: (args, draft) =>
      stored(() => store.enqueue({ name: 'note.add', args, at: time.next(), draft })),
    say: (args, file, draft) =>
      stored(() =>
        store.enqueue({
          name: 'chat.send',
          args,
          at: time.next(),
          ...(file ? { file } : {}),
          ...(draft ? { chatDraft: draft } : {}),
        }),
      ),
    holdDecision: (name, args, holdUntil) =>
      stored(() => store.enqueue({ name, args, at: time.next(), holdUntil })),
    send: ({ messages, ...batch }) =>
      stored(() =>
        store.send({
          ...batch,
          messages: messages.map((message) => ({ ...message, name: 'message.send', at: time.next() })),
        }),
      ),
    release(messageIds) {
      store.release(messageIds);
      pusher.kick();
    },
    releaseDecision(ticketId) {
      store.decisions.release(ticketId);
      pusher.kick();
    },
    retryMessage(id) {
      store.retryMessage(id, time.next());
      pusher.kick();
    },
    retryCommand(position) {
      store.commands.retry(position, time.next());
      pusher.kick();
    },
    rewriteCommand(position, name, args, file) {
      const taken = store.commands.rewrite(position, { name, args, at: time.next(), file: file ?? null });
      pusher.kick();
      return taken;
    },
    discardMessage: (id) => store.discardMessage(id),
  };
}
