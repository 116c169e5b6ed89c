import { setTimeout as sleep } from 'node:timers/promises';
import { jidNormalizedUser } from '@whiskeysockets/baileys';
import { crashAt } from '../../platform/failpoints.ts';
import type { Log } from '../../platform/log.ts';
import { backoffMs } from '../backoff.ts';
import { ChannelError, type ChannelEvent, type ChannelSession } from '../channel.ts';
import { createStateReporter, type StateReporter, type Wanted } from '../connection-state.ts';
import type { Lease } from '../lease.ts';
import type { ProviderDeps, RunningSession } from '../provider.ts';
import { createLibraryLog } from './baileys-log.ts';
import { createLibraryCaches } from './cache.ts';
import { type CloseRule, ruleOf } from './close-codes.ts';
import { CAPABILITIES, createCommands } from './commands.ts';
import { type Credentials, loadCredentials } from './credentials.ts';
import type { Endpoint } from './endpoint.ts';
import { createHearingWatch, STALLED } from './hearing.ts';
import { createJournal, type Journal } from './journal.ts';
import { createKeyStore, type SessionStoreDeps } from './key-store.ts';
import { createLinking, type Linking, PHONE_ANSWERS_MS } from './linking.ts';
import type { SessionTimes } from './session-times.ts';
import {
  type LinkProgress,
  type LiveSocket,
  openSocket,
  ownJids,
  type SocketEnd,
  selfOf,
  showMessage,
} from './socket.ts';

/** A close code of our own. */
const KEYS_AWAY = 'keys out of reach';

export interface SessionDeps extends Omit<ProviderDeps, 'outside' | 'mediaLimitBytes'> {
  endpoint: Endpoint;
  times: SessionTimes;
}

/** `shutdown` leaves everything for the next process; people requested the others. */
type Request = 'shutdown' | 'stop' | 'logout' | 'renew';

/**
 * The session of one connection, for as long as its lease is held: one socket after the other, never two (hazard H17).
 * Ends by itself when there is nothing to retry; the row keeps the reason, and a person may start it again.
 */
export class WhatsAppSession implements RunningSession {
  readonly companyId: number;
  readonly connectionId: number;
  readonly capabilities = CAPABILITIES;
  readonly newMessageId: ChannelSession['newMessageId'];
  readonly prepare: ChannelSession['prepare'];
  readonly send: ChannelSession['send'];
  readonly markRead: ChannelSession['markRead'];
  readonly setTyping: ChannelSession['setTyping'];
  readonly rejectCall: ChannelSession['rejectCall'];
  readonly readVote: ChannelSession['readVote'];
  readonly openMedia: ChannelSession['openMedia'];
  readonly setBlocked: ChannelSession['setBlocked'];
  readonly findPerson: ChannelSession['findPerson'];
  readonly findNumbers: ChannelSession['findNumbers'];
  readonly openPicture: ChannelSession['openPicture'];
  readonly groupName: ChannelSession['groupName'];
  /** Resolves when the session is over and its lease is released. */
  readonly done: Promise<void>;

  private readonly deps: SessionDeps;
  private readonly lease: Lease;
  private readonly log: Log;
  private readonly store: SessionStoreDeps & { log: Log };
  private readonly state: StateReporter;
  private readonly journal: Journal;
  private readonly linking: Linking;
  private readonly watchHearing: ReturnType<typeof createHearingWatch>;
  private readonly caches = createLibraryCaches();
  private readonly handling = new Set<Promise<void>>();
  private pendingRequest: Request | null = null;
  private wake = new AbortController();
  private generation: number;
  private wanted: Wanted;
  /** The wanted state when the pending request came. */
  private asked: Wanted;
  private live: LiveSocket | null = null;
  private ownNames: string[] = [];
  private ready = false;
  private loggedOutOnPhone = false;
  private retries = 0;

  constructor(deps: SessionDeps, lease: Lease, wanted: Wanted) {
    this.deps = deps;
    this.lease = lease;
    this.companyId = lease.companyId;
    this.connectionId = lease.connectionId;
    this.log = deps.log.child({ companyId: lease.companyId, connectionId: lease.connectionId });
    this.store = { db: deps.quietDb, secrets: deps.secrets, lease, log: this.log };
    this.state = createStateReporter({ db: deps.db, log: this.log, lease });
    this.journal = createJournal(this.store);
    this.linking = createLinking({
      log: this.log,
      state: this.state,
      wanted: () => this.wanted,
      current: () => this.live,
    });
    this.watchHearing = createHearingWatch({
      log: this.log,
      journal: this.journal,
      stalledMs: deps.times.stalledMs,
      onUnrecoverable: () => deps.onUnrecoverable(),
    });
    this.generation = wanted.generation;
    this.wanted = wanted;
    this.asked = wanted;
    const commands = createCommands({
      current: () => this.current(),
      ownNames: () => this.ownNames,
      endpoint: deps.endpoint,
      ackTimeoutMs: deps.times.ackTimeoutMs,
    });
    this.newMessageId = commands.newMessageId;
    this.prepare = commands.prepare;
    this.send = commands.send;
    this.markRead = commands.markRead;
    this.setTyping = commands.setTyping;
    this.rejectCall = commands.rejectCall;
    this.readVote = commands.readVote;
    this.openMedia = commands.openMedia;
    this.setBlocked = commands.setBlocked;
    this.findPerson = commands.findPerson;
    this.findNumbers = commands.findNumbers;
    this.openPicture = commands.openPicture;
    this.groupName = commands.groupName;
    lease.lost.addEventListener('abort', () => this.request('shutdown'));
    this.follow(wanted);
    this.done = this.keepRunning().then(() => this.leave());
  }

  isReady(): boolean {
    return this.ready;
  }

  /** Called with every read of the connection's row. */
  follow(wanted: Wanted): void {
    const hurry = wanted.nudges > this.wanted.nudges;
    this.wanted = wanted;
    if (wanted.logoutRequested) this.request('logout');
    else if (wanted.generation > this.generation) this.request('renew');
    else if (wanted.desired === 'stopped') this.request('stop');
    else if (hurry) this.wake.abort();
  }

  /** Closes the connection without logging out; another process may go on with it. */
  async shutdown(): Promise<void> {
    this.request('shutdown');
    await this.done;
  }

  private current(): LiveSocket {
    if (!this.live || !this.ready) throw new ChannelError('not_connected');
    return this.live;
  }

  private request(wish: Request): void {
    if (this.pendingRequest === wish || this.pendingRequest === 'shutdown') return;
    this.pendingRequest = wish;
    this.asked = this.wanted;
    this.wake.abort();
    if (!this.live) return;
    if (wish === 'logout' || wish === 'renew') void this.tellPhone(this.live);
    else void this.live.end(wish);
  }

  /** Fails when its own rows cannot be read or written: tried again like any other trouble, and as patiently. */
  private async keepRunning(): Promise<void> {
    for (;;) {
      try {
        return await this.run();
      } catch (error) {
        this.log.error({ err: error }, 'session failed');
      }
      await this.pause({ next: 'retry', reason: 'network' }, 0);
      if (this.pendingRequest === 'shutdown') return;
      // Another process takes over, but not at once: the failure would repeat.
      if (this.pendingRequest) return void (await sleep(this.deps.times.backoff.minMs));
    }
  }

  private async run(): Promise<void> {
    let credentials = await loadCredentials(this.store, this.generation);
    while (this.lease.isHeld() && this.pendingRequest !== 'shutdown') {
      if (this.pendingRequest === 'stop') return void this.settle(null);
      const unlinking = this.pendingRequest !== null;
      if (unlinking && (this.loggedOutOnPhone || !credentials.isLinked())) {
        await credentials.forget();
        if (this.pendingRequest === 'logout') return void this.settle('disconnected_here');
        credentials = await this.startAnew();
        continue;
      }
      await this.recover(credentials);
      // Another state was requested meanwhile, or another process has the lease: then no socket may open any more.
      if (this.pendingRequest !== null && !unlinking) continue;
      const startedAt = performance.now();
      const end = await this.connect(credentials);
      if (performance.now() - startedAt > this.deps.times.stableMs) this.retries = 0;
      // One attempt must do: an unreachable phone must not keep the session alive.
      if (unlinking) this.loggedOutOnPhone = true;
      if (!this.pendingRequest && (await this.isOver(credentials, end))) return;
    }
  }

  /** Starts over, because a new QR code was requested. */
  private async startAnew(): Promise<Credentials> {
    this.generation = this.wanted.generation;
    this.pendingRequest = null;
    this.loggedOutOnPhone = false;
    this.linking.startAnew();
    this.retries = 0;
    return loadCredentials(this.store, this.generation);
  }

  /** Runs one socket, from opening to its end. */
  private async connect(credentials: Credentials): Promise<SocketEnd> {
    const { deps, journal } = this;
    const { times } = deps;
    const { id, lid } = ownJids(credentials.creds);
    this.ownNames = [id, lid].flatMap((jid) => (jid ? jidNormalizedUser(jid) : []));
    if (credentials.isLinked()) this.linking.startAnew();
    const reason = this.retries > 0 ? 'network' : null;
    this.state.report({
      status: 'OPENING',
      reason,
      qrcode: null,
      retries: this.retries,
      ...(credentials.isLinked() ? {} : { number: null }),
    });
    // An expired pairing code left our supposed name behind, which would pass for a linked account.
    if (!credentials.isLinked()) delete credentials.creds.me;
    journal.restart();
    const live: LiveSocket = openSocket({
      endpoint: deps.endpoint,
      log: createLibraryLog(this.log),
      caches: this.caches,
      credentials,
      keys: createKeyStore(this.store, {
        deadlineMs: times.keyDeadlineMs,
        onFailure: () => void live.end(KEYS_AWAY),
      }),
      journal,
      qrTimeoutMs: times.qrTimeoutMs,
      ackTimeoutMs: times.ackTimeoutMs,
      aliveMs: times.aliveMs,
      importSince: this.wanted.importSince,
      progress: this.followSocket(() => live),
      emit: (event, stored) => this.emit(event, stored),
      typing: (chat, state) => deps.listener.typing(this, chat, state),
      loadPrepared: (chat, id) => deps.listener.loadPrepared(this, chat, id),
    });
    this.live = live;
    const stopWatching = this.watchHearing(live);
    const deadline = this.pendingRequest
      ? setTimeout(() => void live.end('phone out of reach'), PHONE_ANSWERS_MS)
      : undefined;
    try {
      return await live.ended;
    } finally {
      stopWatching();
      clearTimeout(deadline);
      this.live = null;
      this.ready = false;
      await credentials.settled();
    }
  }

  private followSocket(live: () => LiveSocket): LinkProgress {
    return {
      ...this.linking.follow(live),
      open: () => void this.opened(live()),
      imported: (messages) => this.state.note({ kind: 'imported', details: { messages } }),
      caughtUp: (backlog) => {
        if (backlog > 0) this.state.note({ kind: 'recovered', details: { messages: backlog } });
      },
    };
  }

  private async opened(live: LiveSocket): Promise<void> {
    crashAt('session.opened');
    if (this.pendingRequest === 'logout' || this.pendingRequest === 'renew') return void this.tellPhone(live);
    // The session is ending, without a reason to log out.
    if (this.pendingRequest) return;
    const number = live.self().phone ?? null;
    this.state.report(
      { status: 'connected', reason: null, qrcode: null, retries: 0, number },
      { kind: 'connected', details: { retries: this.retries } },
    );
    await sleep(this.deps.times.holdMs);
    if (this.live !== live) return;
    this.ready = true;
    this.deps.onReady(this);
  }

  private tellPhone(live: LiveSocket): Promise<void> {
    this.loggedOutOnPhone = true;
    return this.linking.logOut(live);
  }

  /** Reacts to an end that was not requested; true when the session is over. */
  private async isOver(credentials: Credentials, end: SocketEnd): Promise<boolean> {
    const failure = this.linking.failureOf(end, credentials.isLinked());
    if (failure) return this.settle(failure, end);
    const rule = end.message === STALLED ? ruleOf(515) : ruleOf(end.code);
    this.log.info({ code: end.code, why: end.message, next: rule.next }, 'connection ended');
    switch (rule.next) {
      case 'restart':
        return false;
      case 'retry':
      case 'yield':
        await this.pause(rule, end.code);
        return false;
      case 'forget':
        await credentials.forget();
        return this.settle(rule.reason, end);
      case 'stop':
        return this.settle(rule.reason, end);
    }
  }

  private async pause(rule: CloseRule, code: number): Promise<void> {
    const { times } = this.deps;
    this.retries += 1;
    const ms = rule.next === 'yield' ? times.replacedMs : backoffMs(this.retries, times.backoff);
    const until = new Date(Date.now() + ms);
    if (!this.pendingRequest) this.wake = new AbortController();
    this.state.report(
      { status: 'OPENING', reason: rule.reason, qrcode: null, retries: this.retries, until },
      { kind: 'dropped', details: { code, reason: rule.reason } },
    );
    await sleep(ms, undefined, { signal: this.wake.signal }).catch(() => {});
    // The client that replaced us may be the next owner of the lease.
    if (rule.next === 'yield') await this.lease.confirm();
  }

  /** The session rests here until a person starts it again. */
  private settle(reason: Parameters<StateReporter['report']>[0]['reason'], end?: SocketEnd): true {
    const until = end?.until ?? null;
    this.state.report(
      {
        status: reason === 'pairing_expired' ? 'TIMEOUT' : 'DISCONNECTED',
        reason,
        qrcode: null,
        retries: 0,
        until,
        settled: this.pendingRequest ? this.asked : this.wanted,
        ...(reason === 'logged_out' || reason === 'disconnected_here' ? { number: null } : {}),
      },
      { kind: 'ended', details: { code: end?.code ?? null, reason, until: until?.toISOString() ?? null } },
    );
    return true;
  }

  private async leave(): Promise<void> {
    while (this.handling.size > 0) await Promise.all(this.handling);
    await this.journal.written();
    if (this.pendingRequest === 'shutdown')
      this.state.report({ status: 'DISCONNECTED', reason: 'server_stopped', qrcode: null, retries: 0 });
    await this.state.written();
    await this.lease.release().catch((error: unknown) => this.log.warn({ err: error }, 'lease not released'));
  }

  /**
   * Stores decrypted messages that were left over: by a process that was killed (hazard H1), or by a write that did
   * succeed after its deadline.
   */
  private async recover({ creds }: Credentials): Promise<void> {
    const messages = await this.journal.recover(ownJids(creds)).catch((error: unknown) => {
      this.log.warn({ err: error }, 'journal not read');
      return [];
    });
    if (messages.length > 0) this.state.note({ kind: 'recovered', details: { messages: messages.length } });
    const emit = this.emit.bind(this);
    for (const message of messages) showMessage({ journal: this.journal, emit }, message, selfOf(creds));
  }

  private emit(event: ChannelEvent, stored: () => void): void {
    const handled: Promise<void> = this.deps.listener
      .handle(this, event)
      .then(stored)
      .catch((error: unknown) => this.log.error({ err: error, event: event.kind }, 'event not stored'))
      .finally(() => this.handling.delete(handled));
    this.handling.add(handled);
  }
}
