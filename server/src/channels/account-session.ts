import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionKind } from '@balcao/shared/features/connections/channel.ts';
import { type CredentialsOf, credentialsOf } from '@balcao/shared/features/connections/credentials.ts';
import type { ConnectionReason } from '@balcao/shared/features/connections/row.ts';
import type { TypingState } from '@balcao/shared/sync/ephemeral.ts';
import { openCredentials, sealCredentials } from '../platform/connection-credentials.ts';
import type { Log } from '../platform/log.ts';
import { type Backoff, backoffMs } from './backoff.ts';
import { ChannelError, type ChannelSession, type ChatAddress, type MessageRef } from './channel.ts';
import { createStateReporter, type StateReporter, type Wanted } from './connection-state.ts';
import type { Lease } from './lease.ts';
import type { ProviderDeps, RunningSession } from './provider.ts';

const BACKOFF: Backoff = { minMs: 1_000, maxMs: 5 * 60_000 };
/** Where nobody tells that credentials have ended, they are tried so often. */
const TRIED_MS = 10 * 60_000;

/** How one attempt of a session ended. */
export type End =
  /** Somebody asked for it, or the lease is gone. */
  | { kind: 'asked' }
  /** Only a person can change that. */
  | { kind: 'refused'; reason: ConnectionReason }
  | { kind: 'trouble'; reason: ConnectionReason; waitMs: number | null };

/** What each kind says itself. */
type OfKind = 'capabilities' | 'prepare' | 'send' | 'openMedia' | 'readNotice';

/**
 * The session of an account that is linked with credentials, or with nothing, for as long as its lease is held: it does what
 * people want, tries again by itself, and rests when the messenger does not take the credentials.
 */
export abstract class AccountSession<K extends ConnectionKind> implements Omit<RunningSession, OfKind> {
  readonly companyId: number;
  readonly connectionId: number;
  readonly done: Promise<void>;

  protected readonly deps: ProviderDeps;
  protected readonly lease: Lease;
  protected readonly log: Log;
  private readonly kind: K;
  private readonly state: StateReporter;
  private wanted: Wanted;
  private isShutDown = false;
  /** Aborted when the wanted state is another one, or the next attempt should begin at once. */
  private wake = new AbortController();
  /** Aborted when the credentials should be tried at once. */
  private doubted = new AbortController();
  private ready = false;
  private retries = 0;

  constructor(kind: K, deps: ProviderDeps, lease: Lease, wanted: Wanted) {
    this.kind = kind;
    this.deps = deps;
    this.lease = lease;
    this.companyId = lease.companyId;
    this.connectionId = lease.connectionId;
    this.log = deps.log.child({ companyId: lease.companyId, connectionId: lease.connectionId });
    this.state = createStateReporter({ db: deps.db, log: this.log, lease });
    this.wanted = wanted;
    lease.lost.addEventListener('abort', () => this.end());
    // It runs a microtask later: the fields of the kind are not there yet.
    this.done = Promise.resolve()
      .then(() => this.run())
      .catch((error: unknown) => this.log.error({ err: error }, 'session failed'))
      .then(() => this.leave());
  }

  /**
   * One attempt, from its beginning to an end. Calls `opened` when messages may be sent.
   *
   * @param signal aborted when it should end
   */
  protected abstract attempt(credentials: CredentialsOf<K>, signal: AbortSignal): Promise<End>;

  isReady(): boolean {
    return this.ready;
  }

  follow(wanted: Wanted): void {
    const before = this.wanted;
    this.wanted = wanted;
    const isOther =
      wanted.logoutRequested !== before.logoutRequested ||
      wanted.generation !== before.generation ||
      wanted.desired !== before.desired;
    const isNudged = wanted.nudges > before.nudges;
    if (isOther || (isNudged && !this.ready)) this.wake.abort();
    else if (isNudged) this.doubt();
  }

  async shutdown(): Promise<void> {
    this.end();
    await this.done;
  }

  /** The place of the id that the messenger will give. */
  newMessageId(): string {
    return `unsent:${crypto.randomUUID()}`;
  }

  // What a messenger may not have is not offered: kinds that have it say so.

  async setTyping(_chat: ChatAddress, _state: TypingState): Promise<void> {}

  async markRead(_chat: ChatAddress, _messages: readonly MessageRef[]): Promise<void> {}

  async rejectCall(): Promise<void> {}

  readVote(): null {
    return null;
  }

  async setBlocked(_person: ChatAddress, _blocked: boolean): Promise<void> {
    throw new ChannelError('unsupported');
  }

  async findPerson(): Promise<null> {
    return null;
  }

  async findNumbers(): Promise<string[]> {
    return [];
  }

  async openPicture(_chat: ChatAddress): Promise<AsyncIterable<Uint8Array> | null> {
    return null;
  }

  async groupName(): Promise<string> {
    return '';
  }

  /** Messages may be sent from now on. */
  protected opened(session: ChannelSession, account: { account?: string; number?: string }): void {
    this.state.report(
      { status: 'connected', reason: null, qrcode: null, retries: 0, ...account },
      { kind: 'connected', details: { retries: this.retries } },
    );
    this.retries = 0;
    this.ready = true;
    this.deps.onReady(session);
  }

  /** Keeps what the account's owner need not type anew; never instead of what somebody has typed since. */
  protected async keepCredentials(credentials: NonNullable<CredentialsOf<K>>): Promise<void> {
    const { companyId, connectionId } = this;
    const { generation } = this.wanted;
    const sealed = sealCredentials(this.deps.secrets, companyId, connectionId, credentials);
    await this.deps.db.withCompany(
      companyId,
      (tx) => tx`
        update connections set credentials = ${sealed}
        where company_id = ${companyId} and id = ${connectionId} and generation = ${generation}
          and credentials is not null`,
    );
  }

  /** Resolves when the credentials are due to be tried again. Messages may be sent meanwhile. */
  protected async untilDoubted(signal: AbortSignal): Promise<void> {
    const ends = AbortSignal.any([signal, this.doubted.signal]);
    await sleep(TRIED_MS, undefined, { signal: ends }).catch(() => {});
    this.doubted = new AbortController();
  }

  /** Something about the account may be another: the credentials were not taken, or people ask. */
  protected doubt(): void {
    this.doubted.abort();
  }

  private end(): void {
    this.isShutDown = true;
    this.wake.abort();
  }

  private async run(): Promise<void> {
    while (!this.isShutDown) {
      if (!this.lease.isHeld()) {
        await this.lease.heard();
        continue;
      }
      this.wake = new AbortController();
      const { wanted, kind } = this;
      if (wanted.logoutRequested) return this.settle('disconnected_here', wanted);
      if (wanted.desired === 'stopped') return this.settle(null, wanted);
      const { credentials } = wanted;
      const opened = openCredentials(this.deps.secrets, this.companyId, this.connectionId, {
        kind,
        credentials,
      });
      if (!opened && credentialsOf(kind)) return this.settle('credentials_refused', wanted);
      this.state.report({
        status: 'OPENING',
        reason: this.retries > 0 ? 'network' : null,
        qrcode: null,
        retries: this.retries,
      });
      const end = await this.attempt(opened as CredentialsOf<K>, this.wake.signal);
      this.ready = false;
      if (end.kind === 'refused') return this.settle(end.reason, wanted);
      if (end.kind === 'trouble') await this.pause(end);
    }
  }

  private async pause({ reason, waitMs }: Extract<End, { kind: 'trouble' }>): Promise<void> {
    this.retries += 1;
    const ms = waitMs ?? backoffMs(this.retries, BACKOFF);
    const until = new Date(Date.now() + ms);
    this.state.report(
      { status: 'OPENING', reason, qrcode: null, retries: this.retries, until },
      { kind: 'dropped', details: { reason } },
    );
    await sleep(ms, undefined, { signal: this.wake.signal }).catch(() => {});
  }

  /** Rests until a person starts it again. */
  private settle(reason: ConnectionReason | null, settled: Wanted): void {
    this.state.report(
      { status: 'DISCONNECTED', reason, qrcode: null, retries: 0, settled },
      { kind: 'ended', details: { reason } },
    );
  }

  private async leave(): Promise<void> {
    if (this.isShutDown)
      this.state.report({ status: 'DISCONNECTED', reason: 'server_stopped', qrcode: null, retries: 0 });
    await this.state.written();
    await this.lease.release().catch((error: unknown) => this.log.warn({ err: error }, 'lease not released'));
  }
}
