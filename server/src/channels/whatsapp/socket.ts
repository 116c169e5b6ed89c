import { setImmediate } from 'node:timers/promises';
import type { TypingState } from '@balcao/shared/sync/ephemeral.ts';
import makeWASocket, {
  type AuthenticationCreds,
  type BaileysEventMap,
  type BinaryNode,
  Browsers,
  getBinaryNodeChild,
  isJidStatusBroadcast,
  isLidUser,
  proto,
  type SocketConfig,
  type WAMessage,
  type WAMessageKey,
  type WASocket,
} from '@whiskeysockets/baileys';
import { crashAt } from '../../platform/failpoints.ts';
import type { ChannelEvent, ChatAddress } from '../channel.ts';
import { withDeadline } from '../deadline.ts';
import { type Acks, createAcks } from './acks.ts';
import type { createLibraryCaches } from './cache.ts';
import { listenForCalls } from './calls.ts';
import type { Credentials } from './credentials.ts';
import type { Endpoint } from './endpoint.ts';
import { createGroups, type Groups } from './groups.ts';
import { listenForHistory } from './history.ts';
import { isName } from './hostile.ts';
import { addressOf, jidOf, type Self } from './identity.ts';
import type { Journal } from './journal.ts';
import type { KeyStore } from './key-store.ts';
import { mapUpsert } from './mapper.ts';
import { listenForMoves } from './moves.ts';
import { keepOrder } from './order.ts';
import type { OrderLines } from './order-lines.ts';
import { listenForPhoneBook } from './phone-book.ts';
import { storeTicksFirst } from './ticks.ts';
import { transactOneByOne } from './transactions.ts';
import { hearMessages } from './upserts.ts';

type LibraryLog = NonNullable<Parameters<typeof makeWASocket>[0]['logger']>;

/** The library's whole emitter; its public type shows only a part. */
type Events = WASocket['ev'] & { flush(): boolean };

export interface SocketEnd {
  code: number;
  message: string;
  /** When a ban ends, if WhatsApp named a time. */
  until: Date | null;
}

export interface LinkProgress {
  qr(text: string): void;
  /** Scanned: WhatsApp is going to restart the connection. */
  scanned(): void;
  /** The phone wants a passkey, which this client cannot give (hazard H16). */
  passkey(): void;
  open(): void;
  /** Called with the number of history messages that are being imported. */
  imported(messages: number): void;
  /** Called when the backlog of the time offline is complete. */
  caughtUp(backlog: number): void;
}

export interface LiveSocket {
  readonly sock: WASocket;
  readonly acks: Acks;
  readonly groups: Groups;
  /** Resolves once the connection is over and all its events have been passed on. */
  readonly ended: Promise<SocketEnd>;
  self(): Self;
  /** Shows messages that were decrypted so many milliseconds ago and the library failed to show. */
  showSwallowed(ageMs: number): void;
  end(why: string): Promise<void>;
}

export interface SocketDeps {
  endpoint: Endpoint;
  log: LibraryLog;
  caches: ReturnType<typeof createLibraryCaches>;
  credentials: Credentials;
  keys: KeyStore;
  journal: Journal;
  orders: OrderLines;
  qrTimeoutMs: number | undefined;
  ackTimeoutMs: number;
  aliveMs: number;
  /** The start of the phone's history to import; null: none. */
  importSince: Date | null;
  progress: LinkProgress;
  emit(event: ChannelEvent, stored: () => void): void;
  typing(chat: ChatAddress, state: TypingState): void;
  loadPrepared(chat: ChatAddress, id: string): Promise<Uint8Array | null>;
}

const FLUSH_MS = 200;
/** Wait for a peer that does not answer the closing handshake. */
const END_MS = 3_000;

/** Opens one socket. Its listeners are removed when it ends (hazard H17). */
export function openSocket(deps: SocketDeps): LiveSocket {
  const { credentials, caches, journal } = deps;
  const { creds } = credentials;
  const self = () => selfOf(creds);
  const groups = createGroups(() => sock);
  const sock: WASocket = makeSocket(deps, groups, (key) => loadAgain(deps, sock, self(), key));
  const acks = createAcks();
  const ended = Promise.withResolvers<SocketEnd>();
  const ev = sock.ev as Events;
  let over = false;

  function emit(event: ChannelEvent): void {
    if (!over) deps.emit(event, () => {});
  }

  // The library keeps events back until a history comes that we do not use, or for ever (Baileys #2810).
  const flushing = setInterval(() => ev.flush(), FLUSH_MS);

  function finish(end: SocketEnd): void {
    if (over) return;
    clearInterval(flushing);
    ev.flush();
    over = true;
    acks.abandon();
    void settle().then(() => ended.resolve(end));
  }

  /** Messages decrypted when the connection broke are shown after all. */
  async function settle(): Promise<void> {
    await deps.keys.close();
    await setImmediate();
    showLeftovers(0);
  }

  function showLeftovers(ageMs: number): void {
    for (const message of journal.leftovers(ownJids(creds), ageMs)) showMessage(deps, message, self());
  }

  listenForLinking(sock, deps.progress, () => over, finish);
  hearMessages(sock, (message) => {
    if (!over) showMessage(deps, message, self());
  });
  listenForNames(deps, sock, self, () => over);
  if (deps.importSince)
    listenForHistory(sock, deps.importSince, self, (events, messages) => {
      if (over) return;
      for (const event of events) emit(event);
      if (messages > 0) deps.progress.imported(messages);
    });
  listenForPhoneBook(sock, self, (entries) => emit({ kind: 'phone_book.told', entries }));
  listenForMoves(sock, self, emit);
  listenForMembers(sock, groups);
  listenForTyping(deps, sock, self, () => over);
  listenForCalls(sock, self, emit);
  sock.ws.on('CB:ack,class:message', (node: BinaryNode) => acks.handle(node));
  keepOrder(sock, { ...journal, wanted: (node) => isWanted(node, deps.log) });
  storeTicksFirst(
    sock,
    () => ownJids(creds),
    self,
    (event, stored) => {
      if (!over) deps.emit(event, () => void (over || stored()));
    },
    { counts: caches.msgRetryCounterCache, ackTimeoutMs: deps.ackTimeoutMs },
  );
  ev.on('creds.update', () => credentials.save());

  return {
    sock,
    acks,
    groups,
    ended: ended.promise,
    self,
    showSwallowed: showLeftovers,
    async end(why) {
      await sock.end(new Error(why)).catch(() => {});
      finish({ code: 0, message: why, until: null });
    },
  };
}

/** The library's socket, as it is set up here. */
function makeSocket(deps: SocketDeps, groups: Groups, getMessage: SocketConfig['getMessage']): WASocket {
  const { endpoint, credentials, keys, journal } = deps;
  const sock = makeWASocket({
    ...endpoint.socket,
    ...deps.caches,
    options: endpoint.media,
    logger: deps.log,
    auth: { creds: credentials.creds, keys },
    browser: Browsers.ubuntu('Chrome'),
    // We stay invisible so that the owner's phone keeps its notifications.
    markOnlineOnConnect: false,
    keepAliveIntervalMs: deps.aliveMs,
    syncFullHistory: deps.importSince !== null,
    emitOwnEvents: false,
    cachedGroupMetadata: groups.cached,
    makeSignalRepository: journal.makeRepository,
    transactionOpts: { maxCommitRetries: 5, delayBetweenTriesMs: 1_000 },
    ...(deps.qrTimeoutMs === undefined ? {} : { qrTimeout: deps.qrTimeoutMs }),
    getMessage,
  });
  transactOneByOne(sock.authState.keys);
  closeInTime(sock);
  return sock;
}

/**
 * The library's end waits for the closing handshake, half a minute when the peer is silent, before it reports the end.
 */
function closeInTime({ ws }: WASocket): void {
  const client = ws as unknown as { close(): Promise<void>; socket: { terminate(): void } | null };
  const close = client.close.bind(client);
  client.close = async () => {
    const { socket } = client;
    await withDeadline(END_MS, close()).catch(() => socket?.terminate());
  };
}

function listenForLinking(
  sock: WASocket,
  progress: LinkProgress,
  isOver: () => boolean,
  finish: (end: SocketEnd) => void,
): void {
  let backlog = 0;
  sock.ws.on('CB:ib,,offline_preview', (node: BinaryNode) => {
    backlog = Number(getBinaryNodeChild(node, 'offline_preview')?.attrs.message ?? 0);
  });
  sock.ev.on('connection.update', (update) => {
    if (isOver()) return;
    if (update.qr) progress.qr(update.qr);
    if (update.isNewLogin) progress.scanned();
    if (update.connection === 'open') progress.open();
    if (update.receivedPendingNotifications) progress.caughtUp(backlog);
    if (update.connection === 'close') finish(describeEnd(update.lastDisconnect?.error));
  });
  for (const type of ['passkey_prologue_request', 'crsc_continuation'])
    sock.ws.on(`CB:notification,type:${type}`, () => !isOver() && progress.passkey());
}

/**
 * A status that cannot be read would be refused by the library, and then block everything behind it at the server
 * (hazard H10); we do not show statuses. The sender chooses an id.
 */
function isWanted({ attrs: { id, from } }: BinaryNode, log: LibraryLog): boolean {
  if (isJidStatusBroadcast(from ?? '')) return false;
  if (isName(id)) return true;
  log.warn({}, 'stanza with an impossible id refused');
  return false;
}

/** Passes a message on; its journal row is deleted when it is stored, or shows nothing. */
export function showMessage(
  deps: Pick<SocketDeps, 'journal' | 'orders' | 'emit'>,
  message: WAMessage,
  self: Self,
): void {
  crashAt('receive.shown');
  const { remoteJid, id } = message.key;
  const plain = deps.journal.plainOf(message);
  const arrivedAt = deps.journal.arrivalOf(message);
  if (remoteJid && id) deps.journal.shown(remoteJid, id);
  // An unreadable message has no row yet, and must not delete that of its later copy.
  const stored = remoteJid && id && message.message ? deps.journal.take(remoteJid, id) : () => {};
  const [event, ...others] = mapUpsert(message, self, plain);
  if (event?.kind === 'message.received' && arrivedAt !== undefined) event.message.arrivedAt = arrivedAt;
  if (event) deps.emit(event, deps.orders.follow(event, message, stored));
  else stored();
  for (const other of others) deps.emit(other, () => {});
}

function listenForNames(
  { emit }: Pick<SocketDeps, 'emit'>,
  sock: WASocket,
  self: () => Self,
  isOver: () => boolean,
): void {
  const on = <E extends keyof BaileysEventMap>(event: E, handle: (data: BaileysEventMap[E]) => void) =>
    sock.ev.on(event, (data) => {
      if (!isOver()) handle(data);
    });

  on('lid-mapping.update', ({ lid, pn }) => {
    const chat = addressOf([lid, pn], self());
    if (chat && chat.identities.length > 1) emit({ kind: 'contact.identity_linked', chat }, () => {});
  });
  const renamed = (groups: { id?: string; subject?: string }[]) => {
    for (const { id, subject } of groups) {
      const chat = addressOf([id], self());
      if (chat?.kind === 'group' && subject)
        emit({ kind: 'contact.renamed', chat, name: subject.slice(0, 200) }, () => {});
    }
  };
  on('groups.upsert', renamed);
  on('groups.update', renamed);
}

/** The members of a group decide how many must have a message before its tick moves. */
function listenForMembers(sock: WASocket, groups: Groups): void {
  sock.ev.on('group-participants.update', ({ id }) => groups.forget(id));
  sock.ev.on('groups.update', (changed) => {
    for (const { id } of changed) if (id) groups.forget(id);
  });
}

function listenForTyping(
  { typing }: Pick<SocketDeps, 'typing'>,
  sock: WASocket,
  self: () => Self,
  isOver: () => boolean,
): void {
  sock.ev.on('presence.update', ({ id, presences }) => {
    const chat = isOver() ? null : addressOf([id], self());
    const [presence] = Object.values(presences);
    if (!chat || !presence) return;
    const { lastKnownPresence: state } = presence;
    typing(chat, state === 'composing' || state === 'recording' ? state : 'paused');
  });
}

/**
 * Loads a message of ours for a requester in its own chat. Never a substitute: an empty answer would
 * show the customer an empty message.
 */
async function loadAgain(
  deps: Pick<SocketDeps, 'loadPrepared'>,
  sock: WASocket,
  self: Self,
  { id, remoteJid }: WAMessageKey,
): Promise<proto.IMessage | undefined> {
  // People we wrote to by number request by LID.
  const number = isLidUser(remoteJid ?? '')
    ? await sock.signalRepository.lidMapping.getPNForLID(remoteJid ?? '')
    : null;
  const chat = addressOf([remoteJid, number], self);
  const prepared = chat && id ? await deps.loadPrepared(chat, id) : null;
  return prepared ? proto.Message.decode(prepared) : undefined;
}

function describeEnd(error: unknown): SocketEnd {
  const { output, data, message } = (error ?? {}) as {
    output?: { statusCode?: number };
    data?: { expire?: unknown };
    message?: string;
  };
  const seconds = Number(data?.expire);
  return {
    code: output?.statusCode ?? 0,
    message: message ?? '',
    until: Number.isFinite(seconds) && seconds > 0 ? new Date(Date.now() + seconds * 1000) : null,
  };
}

export function selfOf({ me }: AuthenticationCreds): Self {
  return { phone: userOf(me?.id), lid: userOf(me?.lid) };
}

export function ownJids({ me }: AuthenticationCreds): { id: string; lid: string } {
  return { id: me?.id ?? '', lid: me?.lid ?? '' };
}

function userOf(jid: string | undefined): string | undefined {
  return jid?.split('@')[0]?.split(':')[0];
}

/** Sends what was prepared and waits for the server's word. */
export async function relay(
  live: LiveSocket,
  chat: Parameters<typeof jidOf>[0],
  id: string,
  prepared: Uint8Array,
  ackTimeoutMs: number,
): Promise<void> {
  const { accepted, cancel } = live.acks.expect(id, ackTimeoutMs);
  try {
    const message = proto.Message.decode(prepared);
    const edit = editOf(message);
    await live.sock.relayMessage(jidOf(chat), message, {
      messageId: id,
      ...(edit ? { additionalAttributes: { edit } } : {}),
    });
    crashAt('send.handed');
    await accepted;
  } finally {
    cancel();
  }
}

/** The stanza attribute that marks a change to an earlier message. */
function editOf({ protocolMessage }: proto.IMessage): '1' | '7' | undefined {
  if (!protocolMessage?.key) return undefined;
  return protocolMessage.editedMessage ? '1' : '7';
}
