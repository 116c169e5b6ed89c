import { featuresOf, KIND_FACTS } from '@balcao/shared/features/connections/channel.ts';
import type { CredentialsOf } from '@balcao/shared/features/connections/credentials.ts';
import { storeAccountNews } from '../account-news.ts';
import { AccountSession, type End } from '../account-session.ts';
import {
  type Capabilities,
  ChannelError,
  type ChannelEvent,
  type ChatAddress,
  type MessageRef,
  type OutgoingMessage,
} from '../channel.ts';
import type { Wanted } from '../connection-state.ts';
import type { Lease } from '../lease.ts';
import type { ProviderDeps, RunningSession } from '../provider.ts';
import { type CloudApi, openCloud } from './api.ts';
import { isRefused, sendingError } from './errors.ts';
import { eventsOf } from './mapper.ts';
import { readNotice } from './notice.ts';
import { numberOf, prepareMessage, sendPrepared } from './outgoing.ts';

const CAPABILITIES: Capabilities = {
  ...featuresOf({ kind: 'whatsapp_cloud', channel: 'whatsapp' }),
  identities: KIND_FACTS.whatsapp_cloud.identities,
  clientMessageIds: false,
  readReceipts: true,
  // It would say at the same time that everything was read.
  typing: false,
};

/** The number that is open now. */
interface Live {
  api: CloudApi;
  phoneNumberId: string;
}

/** The session of one number of Meta's. What customers do is told at the connection's public address. */
export class CloudSession extends AccountSession<'whatsapp_cloud'> implements RunningSession {
  readonly capabilities = CAPABILITIES;
  private live: Live | null = null;

  constructor(deps: ProviderDeps, lease: Lease, wanted: Wanted) {
    super('whatsapp_cloud', deps, lease, wanted);
  }

  protected async attempt(credentials: CredentialsOf<'whatsapp_cloud'>, signal: AbortSignal): Promise<End> {
    const api = openCloud(this.deps.outside, credentials);
    try {
      for (;;) {
        const { digits, name } = await api.number(signal);
        const isFirst = this.live === null;
        this.live = { api, phoneNumberId: credentials.phoneNumberId };
        if (isFirst) this.opened(this, { number: digits, account: name });
        await this.learn(api, signal);
        await this.untilDoubted(signal);
        if (signal.aborted || !this.lease.isHeld()) return { kind: 'asked' };
      }
    } catch (error) {
      if (signal.aborted) return { kind: 'asked' };
      this.log.info({ err: error }, 'meta does not answer');
      const { code } = sendingError(error);
      const isOurs = isRefused(error) || code === 'invalid_content';
      if (isOurs) return { kind: 'refused', reason: 'credentials_refused' };
      return { kind: 'trouble', reason: reasonOf(code), waitMs: null };
    } finally {
      this.live = null;
    }
  }

  /** Messages come and go without it: what Meta does not tell now is asked again later. */
  private async learn(api: CloudApi, signal: AbortSignal): Promise<void> {
    const unlessRefused = (error: unknown) => {
      if (isRefused(error)) throw error;
      this.log.info({ err: error }, 'meta tells nothing of the account');
      return null;
    };
    const standing = await api.standing(signal).catch(unlessRefused);
    const templates = await api.templates(signal).catch(unlessRefused);
    await storeAccountNews(this.deps.db, this.lease, { standing, templates }).catch((error: unknown) =>
      this.log.warn({ err: error }, 'news of the account not written'),
    );
  }

  private current(): Live {
    if (!this.live) throw new ChannelError('not_connected');
    return this.live;
  }

  /** What is asked of the number; a token that is not taken any more ends the session soon. */
  private async ask<T>(work: (api: CloudApi) => Promise<T>): Promise<T> {
    const { api } = this.current();
    try {
      return await work(api);
    } catch (error) {
      const failed = sendingError(error);
      // The token, or what we know of the templates, is not what it was.
      if (isRefused(failed.cause) || failed.code === 'template_refused') this.doubt();
      throw failed;
    }
  }

  readNotice(notice: Uint8Array): ChannelEvent[] {
    const told = readNotice(notice, this.current().phoneNumberId);
    if (told.isAboutAccount) this.doubt();
    return eventsOf(told);
  }

  readonly prepare = (message: OutgoingMessage) => this.ask((api) => prepareMessage(api, message));

  readonly send = (_chat: ChatAddress, _id: string, prepared: Uint8Array) =>
    this.ask((api) => sendPrepared(api, prepared));

  /** One marks those before it. */
  override async markRead(_chat: ChatAddress, messages: readonly MessageRef[]): Promise<void> {
    const newest = messages.at(-1);
    if (newest) await this.ask((api) => api.post({ status: 'read', message_id: newest.id }));
  }

  async openMedia(source: Uint8Array): Promise<AsyncIterable<Uint8Array>> {
    try {
      return await this.ask((api) => api.openFile(Buffer.from(source).toString()));
    } catch (error) {
      const failed = sendingError(error);
      throw failed.code === 'invalid_content' ? new ChannelError('media_expired', failed.message) : failed;
    }
  }

  /** Meta takes it only of people who have written within a day. */
  override async setBlocked(person: ChatAddress, blocked: boolean): Promise<void> {
    await this.ask((api) => api.setBlocked(numberOf(person), blocked));
  }
}

const reasonOf = (code: ChannelError['code']) => (code === 'account_restricted' ? 'restricted' : 'network');
