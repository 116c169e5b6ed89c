import { featuresOf, KIND_FACTS } from '@balcao/shared/features/connections/channel.ts';
import type { CredentialsOf } from '@balcao/shared/features/connections/credentials.ts';
import { z } from 'zod';
import { AccountSession, type End } from '../account-session.ts';
import {
  type Capabilities,
  ChannelError,
  type ChannelEvent,
  type ChatAddress,
  type OutgoingFile,
} from '../channel.ts';
import type { Wanted } from '../connection-state.ts';
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
/** Another program asks with the same token: never fight. */
const REPLACED_MS = 30_000;

/**
 * The session of one bot. It asks for what is new, again and again: an answer is confirmed by the next question, which is
 * asked when all of it is stored.
 */
export class TelegramSession extends AccountSession<'telegram'> implements RunningSession {
  readonly capabilities = CAPABILITIES;
  private api: TelegramApi | null = null;

  constructor(deps: ProviderDeps, lease: Lease, wanted: Wanted) {
    super('telegram', deps, lease, wanted);
  }

  protected async attempt({ botToken }: CredentialsOf<'telegram'>, signal: AbortSignal): Promise<End> {
    const api = openTelegram(this.deps.outside, botToken);
    try {
      return await this.listen(api, signal);
    } finally {
      this.api = null;
    }
  }

  /** Listens from the first question to an end. */
  private async listen(api: TelegramApi, signal: AbortSignal): Promise<End> {
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
        if (isFirst) {
          this.api = api;
          this.opened(this, { account: `@${me.username}` });
        }
        offset = (await this.store(updates)) ?? offset;
        if (signal.aborted || !this.lease.isHeld()) return { kind: 'asked' };
      }
    } catch (error) {
      if (signal.aborted) return { kind: 'asked' };
      this.log.info({ err: error }, 'telegram does not answer');
      if (!(error instanceof TelegramError)) return { kind: 'trouble', reason: 'network', waitMs: null };
      if (error.code === 401 || error.code === 404) return { kind: 'refused', reason: 'credentials_refused' };
      if (error.code === 409) return { kind: 'trouble', reason: 'replaced', waitMs: REPLACED_MS };
      return { kind: 'trouble', reason: 'network', waitMs: error.waitMs };
    }
  }

  /** @returns where the next question begins, once all of these are stored; undefined when there were none */
  private async store(updates: readonly unknown[]): Promise<number | undefined> {
    let last: number | undefined;
    const tapped: string[] = [];
    const stored = updates.flatMap((one) => {
      const read = update.safeParse(one);
      last = Math.max(last ?? 0, read.data?.update_id ?? idOf(one) ?? 0);
      if (read.data?.callback_query) tapped.push(read.data.callback_query.id);
      return (read.data ? eventsOf(read.data) : []).map((event) => this.handle(event));
    });
    await Promise.all(stored);
    for (const query of tapped) this.endSpinner(query);
    return last === undefined ? undefined : last + 1;
  }

  /** A tapped button shows that it waits, until it is answered or Telegram forgets it. */
  private endSpinner(queryId: string): void {
    this.current()
      .call('answerCallbackQuery', { callback_query_id: queryId }, z.unknown())
      .catch((error: unknown) => this.log.info({ err: error }, 'tap not answered'));
  }

  private async handle(event: ChannelEvent): Promise<void> {
    try {
      await this.deps.listener.handle(this, event);
    } catch (error) {
      // What the database refuses for ever must not hold up the others.
      this.log.error({ err: error, event: event.kind }, 'event not stored');
    }
  }

  private current(): TelegramApi {
    if (!this.api) throw new ChannelError('not_connected');
    return this.api;
  }

  readonly prepare = async (message: Parameters<RunningSession['prepare']>[0]) => prepareMessage(message);

  async send(_chat: ChatAddress, _id: string, prepared: Uint8Array, file: OutgoingFile | null) {
    return sendPrepared(this.current(), prepared, file);
  }

  override async setTyping(chat: ChatAddress, state: 'composing' | 'recording' | 'paused'): Promise<void> {
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

  override async openPicture(chat: ChatAddress): Promise<AsyncIterable<Uint8Array> | null> {
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
}

/** Reads the id also of what cannot be read any further: it would come again for ever. */
const idOf = (value: unknown): number | undefined =>
  z.object({ update_id: z.number() }).safeParse(value).data?.update_id;
