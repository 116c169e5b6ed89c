import type { SyncStatus } from '@balcao/shared/bridge/engine.ts';
import type { Ephemeral } from '@balcao/shared/sync/ephemeral.ts';
import type { HelloFrame, PresenceFrame } from '@balcao/shared/sync/frames.ts';
import { PROTOCOL, STORE_SCHEMA } from '@balcao/shared/sync/protocol.ts';
import type { Log } from '../log.ts';
import type { Rejection } from '../outbox/outbox.ts';
import { createListeners, type Listeners } from '../store/listeners.ts';
import type { DbChange, Store } from '../store/store.ts';
import { createBootstrap } from './bootstrap.ts';
import { type Clock, systemClock } from './clock.ts';
import { type CommandWriter, createCommandWriter } from './command-writer.ts';
import { type Connection, createConnection } from './connection.ts';
import { createFollowing } from './following.ts';
import { createFrameReceiver } from './frame-receiver.ts';
import { PUSHING, type State, WELCOMED } from './machine.ts';
import { createNews, type NewsEvents } from './news.ts';
import { createOwnPresence } from './own-presence.ts';
import type { PageFetcher } from './page-fetcher.ts';
import { createPusher } from './pusher.ts';
import { createReconciler } from './reconciler.ts';
import { createServerTime } from './server-time.ts';
import { type Connect, connectWebSocket } from './socket.ts';
import { createStatus, type Status } from './status.ts';
import { syncUrl } from './sync-url.ts';

interface SyncEvents extends NewsEvents {
  status: SyncStatus;
  changed: DbChange;
  rejected: Rejection;
  ephemeral: Ephemeral;
}

export interface SyncClient extends CommandWriter, Omit<PageFetcher, 'receive'> {
  start(): void;
  /** Closes the connection for good; the store stays open and is its opener's to close. */
  stop(): void;
  status(): SyncStatus;
  on<E extends keyof SyncEvents>(event: E, listener: (data: SyncEvents[E]) => void): () => void;
  /** The tickets that are open on a screen, at most 20; replaces the set before. */
  setInterest(ticketIds: readonly number[]): void;
  /** The ticket and the chat in the agent's view and whether the agent is typing there; what is not named stays. */
  setPresence(change: Partial<Omit<PresenceFrame, 'type'>>): void;
  /** Try now instead of waiting for the next attempt. Also starts again after a stop by the server. */
  retryNow(): void;
  /** Call it when the agent has been notified of the damaged files. */
  forgetSetAside(): void;
  /** A hint that the computer woke up or the network changed. */
  wake(): void;
}

export interface SyncOptions {
  store: Store;
  /** This is for example `https://desk.example.com`. */
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

/** Follows the feed of one (server, company, user) into its store and sends its outbox. Begins when `start` is called. */
export function createSyncClient(options: SyncOptions): SyncClient {
  const { store, log, connect = connectWebSocket, clock = systemClock, random = Math.random } = options;
  const events = createListeners<SyncEvents>((error) => log.error({ err: error }, 'a listener failed'));
  const connection = createConnection({
    url: syncUrl(options.serverUrl),
    connect,
    clock,
    random,
    log,
    token: (refused) => options.token(refused),
    greeting: () => greetingOf(options, following.reporter.greeting()),
    receive: (frame) => receive(frame),
    entered,
  });
  const time = createServerTime({ clock, kept: store.serverClock, log });
  const pusher = createPusher({
    outbox: store.outbox,
    upload: (mediaId) => options.upload(mediaId),
    send: (mutations) => connection.send({ type: 'push', mutations }),
    answering: () => status.tell(),
    clock,
    random,
    log,
  });
  const status = createStatus({
    connection,
    store,
    time,
    isUnanswered: pusher.isUnanswered,
    changed: (now) => events.emit('status', now),
  });
  const news = createNews({ store, time, emit: events.emit });
  const ownPresence = createOwnPresence(clock, connection.send);
  const following = createFollowing(store, connection, clock);
  const bootstrap = createBootstrap({ store, connection, news });
  const reconciler = createReconciler(store.outbox, time);
  const parts = { connection, store, time, following, bootstrap, reconciler, pusher, news, log };
  const receive = createFrameReceiver({
    ...parts,
    heardEphemeral: (heard) => events.emit('ephemeral', heard),
  });
  const unsubscribe = reportStore(store, connection, status, events);

  function entered(state: State, from: State): void {
    if (state === 'hello') following.reporter.greeted();
    if (!WELCOMED.includes(state)) {
      bootstrap.interrupt();
      following.disconnected();
    }
    if (state === 'live') ownPresence.connected();
    else ownPresence.disconnected();
    if (PUSHING.includes(state) && !PUSHING.includes(from) && reconciler.isSettled()) pusher.connected();
    if (!PUSHING.includes(state)) pusher.disconnected(!WELCOMED.includes(state));
    if (state === 'live') following.tails.addAll();
    status.tell();
  }

  return {
    ...createCommandWriter({ store, time, pusher }),
    ...following.pages,
    start: () => connection.move('start'),
    stop() {
      unsubscribe();
      pusher.stop();
      connection.move('stop');
    },
    status: status.now,
    on: events.on,
    setInterest: following.reporter.set,
    setPresence: ownPresence.set,
    retryNow: () => connection.move('retry'),
    forgetSetAside() {
      store.forgetSetAside();
      status.tell();
    },
    wake: () => connection.probe(),
  };
}

/** Passes on what happens in the store. @returns what ends that */
function reportStore(
  store: Store,
  connection: Connection,
  status: Status,
  events: Listeners<SyncEvents>,
): () => void {
  const ends = [
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
  return () => {
    for (const end of ends) end();
  };
}

function greetingOf(
  { store, appVersion }: SyncOptions,
  interest: HelloFrame['interest'],
): Omit<HelloFrame, 'type' | 'token'> {
  return {
    protocol: PROTOCOL,
    schema: STORE_SCHEMA,
    appVersion,
    clientId: store.outbox.clientId(),
    ...store.position(),
    interest,
  };
}
