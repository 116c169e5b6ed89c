import { CHANNEL_OF, featuresOf, KIND_FACTS } from '@balcao/shared/features/connections/channel.ts';
import type { CredentialsOf } from '@balcao/shared/features/connections/credentials.ts';
import { OutsideError } from '../../platform/outgoing/outside-error.ts';
import { type NotificaMe, openNotificaMe } from '../../services/notificame.ts';
import { AccountSession, type End } from '../account-session.ts';
import {
  type Capabilities,
  ChannelError,
  type ChannelEvent,
  type ChatAddress,
  type OutgoingFile,
  type OutgoingMessage,
  type Sent,
} from '../channel.ts';
import type { Wanted } from '../connection-state.ts';
import type { Lease } from '../lease.ts';
import type { ProviderDeps, RunningSession } from '../provider.ts';
import { openLinked } from './files.ts';
import { eventsOf, type HubLine } from './mapper.ts';
import { type HubStatus, hubNotice } from './notices.ts';
import { contentsOf, personOf, prepareMessage, sendingError } from './outgoing.ts';

const CALL = { timeoutMs: 30_000 };
/** People whose picture's address is remembered: it comes with their message, and is asked for after it. */
const PICTURES = 500;
/** Messages whose messenger's id is remembered. */
const IDS = 5_000;

/** The channel that is open now. */
interface Live {
  hub: NotificaMe;
  line: HubLine;
}

/**
 * The session of one channel of the hub. It has the hub tell our address, and sends; what was told is read from the
 * notices that wait in the database.
 */
export class HubSession extends AccountSession<'hub'> implements RunningSession {
  readonly capabilities: Capabilities;
  private live: Live | null = null;
  private readonly pictures = new Map<string, string>();
  /** The hub's ids of our messages, by the messenger's. */
  private readonly ourIds = new Map<string, string>();

  constructor(deps: ProviderDeps, lease: Lease, wanted: Wanted) {
    super('hub', deps, lease, wanted);
    this.capabilities = capabilitiesOf(wanted);
  }

  protected async attempt(line: CredentialsOf<'hub'>, signal: AbortSignal): Promise<End> {
    const address = this.deps.noticeAddresses.of(this);
    if (address === null) return { kind: 'refused', reason: 'no_public_address' };
    const hub = openNotificaMe(this.deps.outside, line.hubToken);
    const limits = { ...CALL, signal };
    try {
      for (;;) {
        const known = (await hub.channels(limits)).find(({ id }) => id === line.channelId);
        if (known?.channel !== line.channel) return { kind: 'refused', reason: 'credentials_refused' };
        // Also when it was told before: somebody may have taken it back.
        await hub.subscribe(line.channelId, address, limits);
        const isFirst = this.live === null;
        this.live = { hub, line };
        if (isFirst) this.opened(this, { account: known.name });
        await this.untilDoubted(signal);
        if (signal.aborted || !this.lease.isHeld()) return { kind: 'asked' };
      }
    } catch (error) {
      if (signal.aborted) return { kind: 'asked' };
      this.log.info({ err: error }, 'the hub does not answer');
      if (isRefusal(error)) return { kind: 'refused', reason: 'credentials_refused' };
      return { kind: 'trouble', reason: 'network', waitMs: null };
    } finally {
      this.live = null;
    }
  }

  private current(): Live {
    if (!this.live) throw new ChannelError('not_connected');
    return this.live;
  }

  readNotice(notice: Uint8Array, at: Date): ChannelEvent[] {
    // It stays where it is, until there is a session that knows which channel it is about.
    const { line } = this.current();
    const read = hubNotice.safeParse(jsonOf(notice));
    if (!read.success) {
      this.log.info({ problems: read.error.issues.length }, 'a notice that nobody understands');
      return [];
    }
    const told = read.data.type === 'MESSAGE' ? read.data : this.withOurId(read.data);
    if (told.type === 'MESSAGE') this.rememberPicture(told.message);
    return eventsOf(told, line, at);
  }

  /** The first status of a message names both of its ids; later ones may name the messenger's alone. */
  private withOurId(status: HubStatus): HubStatus {
    const { messageId, messageStatus } = status;
    const { providerMessageId } = messageStatus;
    if (messageId !== '') remember(this.ourIds, providerMessageId, messageId, IDS);
    return messageId === '' ? { ...status, messageId: this.ourIds.get(providerMessageId) ?? '' } : status;
  }

  private rememberPicture({ from, visitor }: { from: string; visitor: { picture: string } }): void {
    remember(this.pictures, from, visitor.picture, PICTURES);
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
      if (isRefusal(error)) this.doubt();
      throw sendingError(error);
    }
  }

  openMedia(source: Uint8Array): Promise<AsyncIterable<Uint8Array>> {
    return openLinked(this.deps.outside.http, Buffer.from(source).toString());
  }

  override async openPicture(chat: ChatAddress): Promise<AsyncIterable<Uint8Array> | null> {
    const url = this.pictures.get(personOf(chat, this.current().line));
    return url ? openLinked(this.deps.outside.http, url) : null;
  }
}

const capabilitiesOf = ({ channel }: Wanted): Capabilities => ({
  ...featuresOf({ kind: 'hub', channel }),
  identities: KIND_FACTS.hub.identities.filter((identity) => CHANNEL_OF[identity] === channel),
  clientMessageIds: false,
  readReceipts: false,
  typing: false,
});

/** Keeps it as the newest of so many; does nothing for an empty key or value. */
function remember(map: Map<string, string>, key: string, value: string, most: number): void {
  map.delete(key);
  if (key !== '' && value !== '') map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

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
