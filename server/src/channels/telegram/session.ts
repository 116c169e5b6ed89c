import { setTimeout as sleep } from 'node:timers/promises';
import { featuresOf, KIND_FACTS } from '@balcao/shared/model/channel.ts';
import type { ConnectionReason } from '@balcao/shared/model/connection.ts';
import { z } from 'zod';
import { openCredentials } from '../../platform/connection-credentials.ts';
import type { Log } from '../../platform/log.ts';
import { type Backoff, backoffMs } from '../backoff.ts';
import {
  type Capabilities,
  ChannelError,
  type ChannelEvent,
  type ChatAddress,
  type OutgoingFile,
} from '../channel.ts';
import { createStateReporter, type StateReporter, type Wanted } from '../connection-state.ts';
import type { Lease } from '../lease.ts';
import type { ProviderDeps, RunningSession } from '../provider.ts';
import { openTelegram, type TelegramApi, TelegramError } from './api.ts';
import { eventsOf } from './mapper.ts';
import { chatIdOf, prepareMessage, sendingError, sendPrepared } from './outgoing.ts';
import { update, WANTED_UPDATES } from './updates.ts';

const CAPABILITIES: Capabilities = {
  ...featuresOf({ kind: 'telegram', channel: 'telegram' }),
  identities: KIND_FACTS.telegram.identities,
  clientMessageIds: false,
  readReceipts: false,
  typing: true,
};

/** Telegram answers after so many seconds when nobody writes. */
const POLL_S = 25;
const POLL_MS = (POLL_S + 10) * 1_000;
const AT_ONCE = 100;
const BACKOFF: Backoff = { minMs: 1_000, maxMs: 5 * 60_000 };
/** Another program asks with the same token: never fight. */
const REPLACED_MS = 30_000;

/** How a session, or one attempt of it, ended. */
type End =
  /** Somebody asked for it, or the lease is gone. */
  | { kind: 'asked' }
  | { kind: 'refused' }
  | { kind: 'trouble'; reason: ConnectionReason; waitMs: number | null };

/**
 * The session of one bot, for as long as its lease is held. It asks for what is new, again and again: an answer is
 * confirmed by the next question, which is asked when all of it is stored.
 */
export class TelegramSession implements RunningSession {
  readonly companyId: number;
  readonly connectionId: number;
  readonly capabilities = CAPABILITIES;
  readonly done: Promise<void>;

  private readonly deps: ProviderDeps;
  private readonly lease: Lease;
  private readonly log: Log;
  private readonly state: StateReporter;
  private wanted: Wanted;
  private isShutDown = false;
  /** Aborted when the wanted state is another one, or the next attempt should begin at once. */
  private wake = new AbortController();
  private api: TelegramApi | null = null;
  private ready = false;
  private retries = 0;

  constructor(deps: ProviderDeps, lease: Lease, wanted: Wanted) {
    this.deps = deps;
    this.lease = lease;
    this.companyId = lease.companyId;
    this.connectionId = lease.connectionId;
    this.log = deps.log.child({ companyId: lease.companyId, connectionId: lease.connectionId });
    this.state = createStateReporter({ db: deps.db, log: this.log, lease });
    this.wanted = wanted;
    lease.lost.addEventListener('abort', () => this.end());
    this.done = this.run()
      .catch((error: unknown) => this.log.error({ err: error }, 'session failed'))
      .then(() => this.leave());
  }

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
    const isHurried = wanted.nudges > before.nudges && !this.ready;
    if (isOther || isHurried) this.wake.abort();
  }

  async shutdown(): Promise<void> {
    this.end();
    await this.done;
  }

  private end(): void {
    this.isShutDown = true;
    this.wake.abort();
  }

  private async run(): Promise<void> {
    while (!this.isShutDown && this.lease.isHeld()) {
      this.wake = new AbortController();
      const { wanted } = this;
      if (wanted.logoutRequested) return this.settle('disconnected_here', wanted);
      if (wanted.desired === 'stopped') return this.settle(null, wanted);
      const credentials = openCredentials(this.deps.secrets, this.companyId, this.connectionId, wanted);
      if (!credentials || !('botToken' in credentials)) return this.settle('credentials_refused', wanted);
      const end = await this.listen(openTelegram(this.deps.outside, credentials.botToken));
      this.ready = false;
      this.api = null;
      if (end.kind === 'refused') return this.settle('credentials_refused', wanted);
      if (end.kind === 'trouble') await this.pause(end);
    }
  }

  /** From the first question to an end. */
  private async listen(api: TelegramApi): Promise<End> {
    const { signal } = this.wake;
    this.state.report({
      status: 'OPENING',
      reason: this.retries > 0 ? 'network' : null,
      qrcode: null,
      retries: this.retries,
    });
    try {
      const me = await api.call('getMe', {}, z.object({ username: z.string() }), { signal });
      // A bot that another program had is told to nobody but us from now on. What waits for it stays.
      await api.call('deleteWebhook', { drop_pending_updates: false }, z.unknown(), { signal });
      let offset: number | undefined;
      for (let isFirst = true; ; isFirst = false) {
        // The first question is answered at once: it tells whether somebody else asks as well.
        const timeout = isFirst ? 0 : POLL_S;
        const asked = {
          limit: AT_ONCE,
          timeout,
          allowed_updates: WANTED_UPDATES,
          ...(offset ? { offset } : {}),
        };
        const updates = await api.call('getUpdates', asked, z.array(z.unknown()), {
          signal,
          timeoutMs: POLL_MS,
        });
        if (isFirst) this.opened(api, `@${me.username}`);
        offset = (await this.store(updates)) ?? offset;
        if (signal.aborted || !this.lease.isHeld()) return { kind: 'asked' };
      }
    } catch (error) {
      if (signal.aborted) return { kind: 'asked' };
      this.log.info({ err: error }, 'telegram does not answer');
      if (!(error instanceof TelegramError)) return { kind: 'trouble', reason: 'network', waitMs: null };
      if (error.code === 401 || error.code === 404) return { kind: 'refused' };
      if (error.code === 409) return { kind: 'trouble', reason: 'replaced', waitMs: REPLACED_MS };
      return { kind: 'trouble', reason: 'network', waitMs: error.waitMs };
    }
  }

  private opened(api: TelegramApi, account: string): void {
    this.state.report(
      { status: 'connected', reason: null, qrcode: null, retries: 0, account },
      { kind: 'connected', details: { retries: this.retries } },
    );
    this.retries = 0;
    this.api = api;
    this.ready = true;
    this.deps.onReady(this);
  }

  /** @returns where the next question begins, once all of these are stored; undefined when there were none */
  private async store(updates: readonly unknown[]): Promise<number | undefined> {
    let last: number | undefined;
    const stored = updates.flatMap((one) => {
      const read = update.safeParse(one);
      last = Math.max(last ?? 0, read.data?.update_id ?? idOf(one) ?? 0);
      return (read.data ? eventsOf(read.data) : []).map((event) => this.handle(event));
    });
    await Promise.all(stored);
    return last === undefined ? undefined : last + 1;
  }

  private async handle(event: ChannelEvent): Promise<void> {
    try {
      await this.deps.listener.handle(this, event);
    } catch (error) {
      // What the database refuses for ever must not hold up the others.
      this.log.error({ err: error, event: event.kind }, 'event not stored');
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

  private current(): TelegramApi {
    if (!this.api || !this.ready) throw new ChannelError('not_connected');
    return this.api;
  }

  /** The place of the id that Telegram will give. */
  newMessageId(): string {
    return `unsent:${crypto.randomUUID()}`;
  }

  readonly prepare = async (message: Parameters<RunningSession['prepare']>[0]) => prepareMessage(message);

  async send(_chat: ChatAddress, _id: string, prepared: Uint8Array, file: OutgoingFile | null) {
    return sendPrepared(this.current(), prepared, file);
  }

  async setTyping(chat: ChatAddress, state: 'composing' | 'recording' | 'paused'): Promise<void> {
    if (state === 'paused') return;
    const action = state === 'recording' ? 'record_voice' : 'typing';
    await this.current().call('sendChatAction', { chat_id: chatIdOf(chat), action }, z.unknown());
  }

  async openMedia(source: Uint8Array): Promise<AsyncIterable<Uint8Array>> {
    try {
      return await this.current().openFile(Buffer.from(source).toString());
    } catch (error) {
      const failed = sendingError(error);
      throw failed.code === 'invalid_content' ? new ChannelError('media_expired', failed.message) : failed;
    }
  }

  async openPicture(chat: ChatAddress): Promise<AsyncIterable<Uint8Array> | null> {
    const sizes = z.array(z.object({ file_id: z.string() }));
    try {
      const { photos } = await this.current().call(
        'getUserProfilePhotos',
        { user_id: chatIdOf(chat), limit: 1 },
        z.object({ photos: z.array(sizes) }),
      );
      const largest = photos[0]?.at(-1);
      return largest ? await this.current().openFile(largest.file_id) : null;
    } catch (error) {
      throw sendingError(error);
    }
  }

  // What Telegram does not have for programs: none of it is offered.

  async markRead(): Promise<void> {}

  async rejectCall(): Promise<void> {}

  readVote(): null {
    return null;
  }

  async setBlocked(): Promise<void> {
    throw new ChannelError('unsupported');
  }

  async findPerson(): Promise<null> {
    return null;
  }

  async findNumbers(): Promise<string[]> {
    return [];
  }

  async groupName(): Promise<string> {
    return '';
  }
}

/** Also of what cannot be read any further: it would come again for ever. */
const idOf = (value: unknown): number | undefined =>
  z.object({ update_id: z.number() }).safeParse(value).data?.update_id;
