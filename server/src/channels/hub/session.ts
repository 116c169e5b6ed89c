import { setTimeout as sleep } from 'node:timers/promises';
import { CHANNEL_OF, featuresOf, KIND_FACTS } from '@balcao/shared/model/channel.ts';
import type { ConnectionReason } from '@balcao/shared/model/connection.ts';
import type { HubCredentials } from '@balcao/shared/model/connection-credentials.ts';
import { openCredentials } from '../../platform/connection-credentials.ts';
import type { Log } from '../../platform/log.ts';
import { OutsideError } from '../../platform/outgoing/outside-error.ts';
import { type NotificaMe, openNotificaMe } from '../../services/notificame.ts';
import { type Backoff, backoffMs } from '../backoff.ts';
import {
  type Capabilities,
  ChannelError,
  type ChannelEvent,
  type ChatAddress,
  type OutgoingFile,
  type OutgoingMessage,
  type Sent,
} from '../channel.ts';
import { createStateReporter, type StateReporter, type Wanted } from '../connection-state.ts';
import type { Lease } from '../lease.ts';
import type { ProviderDeps, RunningSession } from '../provider.ts';
import { openLinked } from './files.ts';
import { eventsOf, type HubLine } from './mapper.ts';
import { hubNotice } from './notices.ts';
import { contentsOf, personOf, prepareMessage, sendingError } from './outgoing.ts';

/** The hub is asked so often whether the token and the channel are still there. */
const LOOK_MS = 10 * 60_000;
const BACKOFF: Backoff = { minMs: 1_000, maxMs: 5 * 60_000 };
const CALL = { timeoutMs: 30_000 };
/** People whose picture's address is remembered: it comes with their message, and is asked for after it. */
const PICTURES = 500;

/** How a session, or one attempt of it, ended. */
type End =
  /** Somebody asked for it, or it is time to look again. */
  { kind: 'again' } | { kind: 'rest'; reason: ConnectionReason } | { kind: 'trouble' };

/**
 * The session of one channel of the hub, for as long as its lease is held. It has the hub tell our address, and sends;
 * what was told is read from the notices that wait in the database.
 */
export class HubSession implements RunningSession {
  readonly companyId: number;
  readonly connectionId: number;
  readonly capabilities: Capabilities;
  readonly done: Promise<void>;

  private readonly deps: ProviderDeps;
  private readonly lease: Lease;
  private readonly log: Log;
  private readonly state: StateReporter;
  private wanted: Wanted;
  private isShutDown = false;
  /** Aborted when the wanted state is another one, or the next look should begin at once. */
  private wake = new AbortController();
  private open: { hub: NotificaMe; line: HubLine } | null = null;
  private retries = 0;
  private readonly pictures = new Map<string, string>();

  constructor(deps: ProviderDeps, lease: Lease, wanted: Wanted) {
    this.deps = deps;
    this.lease = lease;
    this.companyId = lease.companyId;
    this.connectionId = lease.connectionId;
    this.capabilities = capabilitiesOf(wanted);
    this.log = deps.log.child({ companyId: lease.companyId, connectionId: lease.connectionId });
    this.state = createStateReporter({ db: deps.db, log: this.log, lease });
    this.wanted = wanted;
    lease.lost.addEventListener('abort', () => this.end());
    this.done = this.run()
      .catch((error: unknown) => this.log.error({ err: error }, 'session failed'))
      .then(() => this.leave());
  }

  isReady(): boolean {
    return this.open !== null;
  }

  follow(wanted: Wanted): void {
    const before = this.wanted;
    this.wanted = wanted;
    const isOther =
      wanted.logoutRequested !== before.logoutRequested ||
      wanted.generation !== before.generation ||
      wanted.desired !== before.desired;
    const isHurried = wanted.nudges > before.nudges && !this.open;
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
      const end = await this.look(wanted);
      if (end.kind === 'rest') return this.settle(end.reason, wanted);
      if (end.kind === 'trouble') await this.pause();
      else await sleep(LOOK_MS, undefined, { signal: this.wake.signal }).catch(() => {});
    }
  }

  /** Whether the hub still knows us, and tells us. */
  private async look(wanted: Wanted): Promise<End> {
    const { secrets, noticeAddresses, outside } = this.deps;
    const credentials = openCredentials(secrets, this.companyId, this.connectionId, wanted);
    if (!credentials || !('hubToken' in credentials)) return { kind: 'rest', reason: 'credentials_refused' };
    const address = noticeAddresses.of(this);
    if (address === null) return { kind: 'rest', reason: 'no_public_address' };
    const limits = { ...CALL, signal: this.wake.signal };
    if (!this.open) this.report('OPENING');
    try {
      const hub = openNotificaMe(outside, credentials.hubToken);
      const known = (await hub.channels(limits)).find(({ id }) => id === credentials.channelId);
      if (known?.channel !== credentials.channel) return { kind: 'rest', reason: 'credentials_refused' };
      await hub.subscribe(credentials.channelId, address, limits);
      this.opened(hub, credentials, known.name);
      return { kind: 'again' };
    } catch (error) {
      if (this.wake.signal.aborted) return { kind: 'again' };
      this.log.info({ err: error }, 'the hub does not answer');
      if (isRefusal(error)) return { kind: 'rest', reason: 'credentials_refused' };
      return { kind: 'trouble' };
    }
  }

  private opened(hub: NotificaMe, line: HubCredentials, account: string): void {
    const isNew = this.open === null;
    this.open = { hub, line };
    if (!isNew) return;
    this.state.report(
      { status: 'connected', reason: null, qrcode: null, retries: 0, account },
      { kind: 'connected', details: { retries: this.retries } },
    );
    this.retries = 0;
    this.deps.onReady(this);
  }

  private report(status: 'OPENING'): void {
    const reason = this.retries > 0 ? 'network' : null;
    this.state.report({ status, reason, qrcode: null, retries: this.retries });
  }

  private async pause(): Promise<void> {
    this.open = null;
    this.retries += 1;
    const ms = backoffMs(this.retries, BACKOFF);
    const until = new Date(Date.now() + ms);
    this.state.report(
      { status: 'OPENING', reason: 'network', qrcode: null, retries: this.retries, until },
      { kind: 'dropped', details: { reason: 'network' } },
    );
    await sleep(ms, undefined, { signal: this.wake.signal }).catch(() => {});
  }

  /** Rests until a person starts it again. */
  private settle(reason: ConnectionReason | null, settled: Wanted): void {
    this.open = null;
    this.state.report(
      { status: 'DISCONNECTED', reason, qrcode: null, retries: 0, settled },
      { kind: 'ended', details: { reason } },
    );
  }

  private async leave(): Promise<void> {
    this.open = null;
    if (this.isShutDown)
      this.state.report({ status: 'DISCONNECTED', reason: 'server_stopped', qrcode: null, retries: 0 });
    await this.state.written();
    await this.lease.release().catch((error: unknown) => this.log.warn({ err: error }, 'lease not released'));
  }

  private current(): { hub: NotificaMe; line: HubLine } {
    if (!this.open) throw new ChannelError('not_connected');
    return this.open;
  }

  readNotice(notice: Uint8Array, at: Date): ChannelEvent[] {
    // It stays where it is, until there is a session that knows which channel it is about.
    const { line } = this.current();
    const read = hubNotice.safeParse(jsonOf(notice));
    if (!read.success) {
      this.log.info({ problems: read.error.issues.length }, 'a notice that nobody understands');
      return [];
    }
    const events = eventsOf(read.data, line, at);
    if (read.data.type === 'MESSAGE') this.rememberPicture(read.data.message);
    return events;
  }

  private rememberPicture({ from, visitor }: { from: string; visitor: { picture: string } }): void {
    this.pictures.delete(from);
    if (visitor.picture) this.pictures.set(from, visitor.picture);
    const [oldest] = this.pictures.keys();
    if (this.pictures.size > PICTURES && oldest !== undefined) this.pictures.delete(oldest);
  }

  /** The place of the id that the hub will give. */
  newMessageId(): string {
    return `unsent:${crypto.randomUUID()}`;
  }

  async prepare(message: OutgoingMessage): Promise<Uint8Array> {
    return prepareMessage(message, this.current().line);
  }

  async send(chat: ChatAddress, _id: string, prepared: Uint8Array, file: OutgoingFile | null): Promise<Sent> {
    const { hub, line } = this.current();
    try {
      const message = {
        from: line.channelId,
        to: personOf(chat, line),
        contents: contentsOf(prepared, file),
      };
      return { members: null, id: await hub.send(line.channel, message, CALL) };
    } catch (error) {
      if (isRefusal(error)) this.wake.abort();
      throw sendingError(error);
    }
  }

  openMedia(source: Uint8Array): Promise<AsyncIterable<Uint8Array>> {
    return openLinked(this.deps.outside.door, Buffer.from(source).toString());
  }

  async openPicture(chat: ChatAddress): Promise<AsyncIterable<Uint8Array> | null> {
    const url = this.pictures.get(personOf(chat, this.current().line));
    return url ? openLinked(this.deps.outside.door, url) : null;
  }

  // What the hub does not have: none of it is offered.

  async setTyping(): Promise<void> {}

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

const capabilitiesOf = ({ channel }: Wanted): Capabilities => ({
  ...featuresOf({ kind: 'hub', channel }),
  identities: KIND_FACTS.hub.identities.filter((identity) => CHANNEL_OF[identity] === channel),
  clientMessageIds: false,
  readReceipts: false,
  typing: false,
});

/** The token is not taken, or the account may not do that. */
const isRefusal = (error: unknown): boolean =>
  error instanceof OutsideError && (error.status === 401 || error.status === 403);

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return null;
  }
}
