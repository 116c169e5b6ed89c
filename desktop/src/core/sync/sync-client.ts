import type { SyncStatus } from '@balcao/shared/bridge/engine.ts';
import type { MessageKey } from '@balcao/shared/contract/message-key.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { KeptChatDraft } from '@balcao/shared/features/chats/bridge.ts';
import { FILE_WAITS_MS } from '@balcao/shared/features/media/limits.ts';
import type { MutationArgs, MutationName } from '@balcao/shared/sync/commands.ts';
import { type Ephemeral, ephemeral } from '@balcao/shared/sync/ephemeral.ts';
import type {
  BatchFrame,
  HelloFrame,
  PageFrame,
  PresenceFrame,
  WelcomeFrame,
} from '@balcao/shared/sync/frames.ts';
import { PROTOCOL, STORE_SCHEMA } from '@balcao/shared/sync/protocol.ts';
import { CHAT_TAIL } from '../../features/chats/chat-reads.ts';
import { crashAt } from '../failpoints.ts';
import type { Log } from '../log.ts';
import type { OutboxEntry } from '../outbox/entries.ts';
import type { OutgoingFile, Rejection } from '../outbox/outbox.ts';
import type { HeldName } from '../outbox/queue.ts';
import type { MessageBatch } from '../outbox/sending.ts';
import type { StoredDraft } from '../store/drafts.ts';
import { createListeners } from '../store/listeners.ts';
import type { DbChange, Store } from '../store/store.ts';
import { type Clock, systemClock } from './clock.ts';
import { createConnection, type Handled } from './connection.ts';
import { createInterest } from './interest.ts';
import type { State } from './machine.ts';
import { createNews, type NewsEvents } from './news.ts';
import { createOwnPresence } from './own-presence.ts';
import { createPusher } from './pusher.ts';
import { createRecentMessages } from './recent-messages.ts';
import { createRequests, type PageRequest } from './requests.ts';
import { createServerTime } from './server-time.ts';
import { type Connect, connectWebSocket } from './socket.ts';
import { createStatus } from './status.ts';
import { syncUrl } from './sync-url.ts';

interface SyncEvents extends NewsEvents {
  status: SyncStatus;
  changed: DbChange;
  rejected: Rejection;
  ephemeral: Ephemeral;
}

export interface SyncClient {
  start(): void;
  /** Closes the connection for good; the store stays open and is its opener's to close. */
  stop(): void;
  status(): SyncStatus;
  on<E extends keyof SyncEvents>(event: E, listener: (data: SyncEvents[E]) => void): () => void;
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
  /** The tickets that are open on a screen, at most 20; replaces the set before. */
  setInterest(ticketIds: readonly number[]): void;
  /** The ticket and the chat in the agent's view and whether the agent is typing there; what is not named stays. */
  setPresence(change: Partial<Omit<PresenceFrame, 'type'>>): void;
  /**
   * Brings older (`before` null: the newest) messages of the ticket's contact into the store; read them there.
   * @throws AppError ERR_OFFLINE without a connection, ERR_SERVER_UNREACHABLE when no answer comes, or the server's code
   */
  fetchMessages(ticketId: number, before: MessageKey | null, limit: number): Promise<{ hasMore: boolean }>;
  /** Brings messages of a chat before a number (null: the newest) into the store. @throws as `fetchMessages` */
  fetchChatMessages(chatId: number, before: number | null, limit: number): Promise<{ hasMore: boolean }>;
  /** Brings closed tickets, newest first, into the store. @throws as `fetchMessages` */
  fetchClosedTickets(
    before: { lastMessageAt: string; id: number } | null,
    limit: number,
  ): Promise<{ hasMore: boolean }>;
  /** Brings one ticket into the store. @throws as `fetchMessages`, ERR_NO_TICKET_FOUND */
  fetchTicket(uuid: string): Promise<void>;
  /** Try now instead of waiting for the next attempt. Also starts again after a stop by the server. */
  retryNow(): void;
  /** Call it when the agent has been notified of the damaged files. */
  forgetSetAside(): void;
  /** A hint that the computer woke up or the network changed. */
  wake(): void;
}

interface OutgoingBatch extends Omit<MessageBatch, 'messages'> {
  messages: Pick<MessageBatch['messages'][number], 'args' | 'file' | 'isThere'>[];
}

export interface SyncOptions {
  store: Store;
  /** For example `https://desk.example.com`. */
  serverUrl: string;
  appVersion: string;
  /**
   * An access token. `refused` is the one that the server has just refused: another is wanted.
   * @throws AppError ERR_SESSION_EXPIRED, which ends the client's attempts
   */
  token(refused: string | null): Promise<string>;
  /** Brings a file to the server, however often. @throws AppError, retryable or not */
  upload(mediaId: string): Promise<void>;
  log: Log;
  /** Set by tests that bring their own connection, time and randomness. */
  connect?: Connect;
  clock?: Clock;
  random?: () => number;
}

const TAIL_MESSAGES = 30;
const MAX_TAILS = 100;

const WELCOMED: readonly State[] = ['bootstrapping', 'catchingUp', 'live'];
const GREETED: readonly State[] = ['hello', ...WELCOMED];
const PUSHING: readonly State[] = ['catchingUp', 'live'];

/** Follows the feed of one (server, company, user) into its store and sends its outbox. Begins when `start` is called. */
export function createSyncClient(options: SyncOptions): SyncClient {
  const { store, log, connect = connectWebSocket, clock = systemClock, random = Math.random } = options;
  const events = createListeners<SyncEvents>((error) => log.error({ err: error }, 'a listener failed'));
  const interest = createInterest();
  const connection = createConnection({
    url: syncUrl(options.serverUrl),
    connect,
    clock,
    random,
    log,
    token: (refused) => options.token(refused),
    greeting: () => ({
      protocol: PROTOCOL,
      schema: STORE_SCHEMA,
      appVersion: options.appVersion,
      clientId: store.outbox.clientId(),
      ...store.position(),
      interest: interestNow(),
    }),
    receive,
    entered,
  });
  const time = createServerTime({ clock, kept: store.serverClock, log });
  const status = createStatus({
    connection,
    store,
    time,
    isUnanswered: () => pusher.isUnanswered(),
    changed: (now) => events.emit('status', now),
  });
  const news = createNews({ store, time, emit: events.emit });
  const ownPresence = createOwnPresence(clock, connection.send);
  const requests = createRequests(clock, connection.send);
  const pusher = createPusher({
    outbox: store.outbox,
    upload: (mediaId) => options.upload(mediaId),
    send: (mutations) => connection.send({ type: 'push', mutations }),
    answering: () => status.tell(),
    clock,
    random,
    log,
  });
  const tails = createRecentMessages((ticketId) => fetchMessages(ticketId, null, TAIL_MESSAGES));
  const chatTails = createRecentMessages(fetchChatTail);
  const unsubscribe = [
    store.on('changed', (change) => {
      events.emit('changed', change);
      if (change.all || change.entities.includes('outbox')) status.tell();
    }),
    store.on('rejected', (rejection) => events.emit('rejected', rejection)),
    store.on('rebuilt', () => {
      connection.lose(new Error('the cache has to be filled again'));
      status.tell();
    }),
  ];
  /** Contacts that this console has reported as shown. */
  let contactsTold: number[] = [];
  /** The generation of the bootstrap that is coming in. */
  let generation: number | null = null;
  /** Nothing is sent before it is known what became of the commands up to this number. */
  let unsettled: number | null = null;

  function receive(frame: Handled): void {
    switch (frame.type) {
      case 'welcome':
        welcome(frame);
        break;
      case 'resync':
        log.info({ reason: frame.reason }, 'the server wants the rows to come anew');
        connection.move('resync');
        break;
      case 'bootstrap.begin':
        news.resyncing();
        store.beginBootstrap();
        crashAt('bootstrap.begun');
        generation = frame.gen;
        connection.move('resync');
        break;
      case 'bootstrap.rows':
        expect(frame.gen === generation, frame.type);
        store.applyBootstrapRows(frame.set);
        crashAt('bootstrap.stored');
        break;
      case 'bootstrap.end':
        expect(frame.gen === generation, frame.type);
        generation = null;
        store.finishBootstrap(frame);
        crashAt('bootstrap.finished');
        news.resynced();
        connection.send({ type: 'ack', seq: frame.seq });
        connection.move('bootstrapped');
        break;
      case 'batch':
        expect(PUSHING.includes(connection.state()), frame.type);
        applyBatch(frame);
        break;
      case 'page':
        applyPage(frame);
        break;
      case 'eph':
        hearEphemeral(frame);
        break;
      case 'error':
        log.warn({ code: frame.code, seq: frame.mutationSeq }, 'the server reports an error');
        if (frame.mutationSeq !== undefined) pusher.repeat(frame.retryAfterMs ?? 0);
    }
  }

  function welcome(frame: WelcomeFrame): void {
    expect(connection.state() === 'hello', frame.type);
    time.told(frame.serverTime);
    if (!store.outbox.agreesWith(frame.lastMutationSeq)) {
      // A restored database: what it has become since then may have passed our place in the log.
      store.leaveEpoch();
      store.outbox.renumber();
      throw new Error('the server knows another history of this console, which therefore takes a new name');
    }
    bringAgain(frame.lastMutationSeq);
    // Not even those that a screen shows: the server does not repeat messages of the time without a connection.
    store.forgetUnfollowed();
    crashAt('history.forgotten');
    connection.move('welcomed');
  }

  /** Files that the server may have given up meanwhile. @param done the number up to which commands have run */
  function bringAgain(done: number): void {
    const aged = new Date(time.now() - FILE_WAITS_MS / 2).toISOString();
    const result = store.outbox.bringAgain(aged, done);
    unsettled = result === 'unsettled' ? done : null;
    if (result === 'renamed')
      throw new Error('what was sent has to wait for its file again, so that this console takes a new name');
  }

  function applyBatch(frame: BatchFrame): void {
    const applied = store.applyBatch(frame, { interest: interest.confirmed() });
    crashAt('batch.committed');
    connection.send({ type: 'ack', seq: frame.to });
    crashAt('batch.acknowledged');
    const { acked } = frame.mutations;
    pusher.confirmed(acked);
    if (unsettled !== null && acked >= unsettled) {
      bringAgain(acked);
      pusher.connected();
    }
    reviewInterest();
    tails.add(applied.tails);
    if (connection.state() === 'live' && frame.puts.some(({ entity }) => entity === 'chat')) fetchChatTails();
    news.cameIn(applied, connection.state() === 'catchingUp');
    news.cameBack(applied.returned);
    connection.move(frame.more ? 'behind' : 'caughtUp');
  }

  function applyPage(page: PageFrame): void {
    const waiting = requests.take(page.reqId);
    if (!waiting) return;
    if (page.code) {
      waiting.reject(new AppError(page.code));
      return;
    }
    if (waiting.frame.what === 'messages') interest.answered(waiting.frame.ticketId, page.reqId);
    try {
      store.applyPage(page, waiting.frame, { interest: interest.confirmed() });
      crashAt('history.stored');
    } catch (error) {
      waiting.reject(error);
      throw error;
    }
    waiting.resolve(page);
  }

  function entered(state: State, from: State): void {
    // The greeting carried the interest.
    if (state === 'hello') interest.told(requests.last());
    if (!WELCOMED.includes(state)) disconnected();
    if (state === 'live') ownPresence.connected();
    else ownPresence.disconnected();
    if (PUSHING.includes(state) && !PUSHING.includes(from) && unsettled === null) pusher.connected();
    if (!PUSHING.includes(state)) pusher.disconnected(!WELCOMED.includes(state));
    if (state === 'live') {
      tails.add(store.missingTails(MAX_TAILS));
      fetchChatTails();
    }
    status.tell();
  }

  /** A newer server may send kinds that this console does not know. */
  function hearEphemeral({ topic, data }: { topic: string; data: Record<string, unknown> }): void {
    const heard = ephemeral.safeParse({ topic, data });
    if (heard.success) events.emit('ephemeral', heard.data);
  }

  function disconnected(): void {
    generation = null;
    interest.forget();
    tails.clear();
    chatTails.clear();
    requests.failAll(new AppError('ERR_OFFLINE'));
  }

  function interestNow(): HelloFrame['interest'] {
    contactsTold = shownContacts();
    return { tickets: interest.list(), contacts: contactsTold };
  }

  const sendInterest = () => connection.send({ type: 'interest', ...interestNow() });

  const shownContacts = () => [
    ...new Set(interest.list().flatMap((id) => store.tickets.byId(id)?.contactId ?? [])),
  ];

  /** Contacts were merged, or one was added: until the server receives it, their conversations are unproven. */
  function reviewInterest(): void {
    if (String(shownContacts()) === String(contactsTold)) return;
    interest.forget();
    interest.told(requests.last());
    sendInterest();
    store.forgetUnfollowed(interest.list());
  }

  function ask(request: PageRequest): Promise<PageFrame> {
    if (!WELCOMED.includes(connection.state())) return Promise.reject(new AppError('ERR_OFFLINE'));
    return requests.ask(request);
  }

  async function fetchMessages(ticketId: number, before: MessageKey | null, limit: number) {
    for (;;) {
      const { reqId, hasMore } = await ask({ what: 'messages', ticketId, before, limit });
      if (!interest.isLater(ticketId, reqId)) return { hasMore };
    }
  }

  async function fetchChatMessages(chatId: number, before: number | null, limit: number) {
    const { hasMore } = await ask({ what: 'chatMessages', chatId, before, limit });
    return { hasMore };
  }

  /** What is said in a chat before its person follows it: after a bootstrap, and when the person comes into it. */
  const fetchChatTails = () => chatTails.add(store.chats.missingTails(MAX_TAILS).map(({ chatId }) => chatId));

  function fetchChatTail(chatId: number): Promise<unknown> {
    const missing = store.chats.missingTails(MAX_TAILS).find((one) => one.chatId === chatId);
    return missing ? fetchChatMessages(chatId, missing.before, CHAT_TAIL) : Promise.resolve();
  }

  /** The agent's command is stored from here on, and is sent. */
  function stored(store: () => void): void {
    store();
    crashAt('command.stored');
    pusher.kick();
  }

  return {
    start: () => connection.move('start'),
    stop() {
      for (const end of unsubscribe) end();
      pusher.stop();
      connection.move('stop');
    },
    status: status.now,
    on: events.on,
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
    setInterest(ticketIds) {
      store.forgetUnfollowed(interest.set(ticketIds, requests.last()));
      if (GREETED.includes(connection.state())) sendInterest();
    },
    setPresence: ownPresence.set,
    fetchMessages,
    fetchChatMessages,
    async fetchClosedTickets(before, limit) {
      const { hasMore } = await ask({ what: 'closedTickets', before, limit });
      return { hasMore };
    },
    async fetchTicket(uuid) {
      await ask({ what: 'ticket', uuid });
    },
    retryNow: () => connection.move('retry'),
    forgetSetAside() {
      store.forgetSetAside();
      status.tell();
    },
    wake: () => connection.probe(),
  };
}

/** @throws AppError ERR_PROTOCOL: the line is lost, and the next one starts from what is stored */
function expect(condition: boolean, frame: string): asserts condition {
  if (!condition) throw new AppError('ERR_PROTOCOL', {}, { message: `${frame} out of turn` });
}
