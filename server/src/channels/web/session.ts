import { featuresOf, KIND_FACTS } from '@balcao/shared/features/connections/channel.ts';
import type { TypingState } from '@balcao/shared/sync/ephemeral.ts';
import { v7 as uuidv7 } from 'uuid';
import { VISITOR_TYPING, type VisitorTyping } from '../../platform/realtime/typing-topics.ts';
import { visitorNotice } from '../../platform/realtime/visitor-notices.ts';
import { AccountSession, type End } from '../account-session.ts';
import {
  type Capabilities,
  ChannelError,
  type ChannelEvent,
  type ChatAddress,
  type OutgoingMessage,
  type Sent,
} from '../channel.ts';
import type { Wanted } from '../connection-state.ts';
import { jsonOf } from '../json.ts';
import type { Lease } from '../lease.ts';
import type { ProviderDeps, RunningSession } from '../provider.ts';
import { eventOf } from './mapper.ts';

const FEATURES = featuresOf({ kind: 'web', channel: 'web' });

/**
 * The session of a chat on a company's own pages. Visitors read what is said in the conversation itself, by the processes that
 * hold their lines: a message has left when it is written down as sent.
 */
export class WebSession extends AccountSession<'web'> implements RunningSession {
  readonly capabilities: Capabilities = {
    ...FEATURES,
    identities: KIND_FACTS.web.identities,
    clientMessageIds: true,
    readReceipts: true,
    typing: true,
  };

  constructor(deps: ProviderDeps, lease: Lease, wanted: Wanted) {
    super('web', deps, lease, wanted);
  }

  protected async attempt(_nothing: null, signal: AbortSignal): Promise<End> {
    this.opened(this, {});
    const asked = Promise.withResolvers<End>();
    signal.addEventListener('abort', () => asked.resolve({ kind: 'asked' }), { once: true });
    if (signal.aborted) return { kind: 'asked' };
    return asked.promise;
  }

  override newMessageId(): string {
    return uuidv7();
  }

  readNotice(notice: Uint8Array, at: Date): ChannelEvent[] {
    const read = visitorNotice.safeParse(jsonOf(Buffer.from(notice).toString()));
    if (read.success) return [eventOf(read.data, at)];
    this.log.info({ problems: read.error.issues.length }, 'a notice that nobody understands');
    return [];
  }

  async prepare({ content }: OutgoingMessage): Promise<Uint8Array> {
    if (content.kind === 'template') throw new ChannelError('unsupported', content.kind);
    const most = 'open' in content ? FEATURES.captionChars : FEATURES.textChars;
    if ('text' in content && content.text.length > most)
      throw new ChannelError('too_large', `${content.text.length} characters`);
    return new Uint8Array();
  }

  async send(): Promise<Sent> {
    return { members: null };
  }

  override async setTyping({ identities }: ChatAddress, state: TypingState): Promise<void> {
    const people = identities.map(({ value }) => value);
    this.deps.bus.send(VISITOR_TYPING, { companyId: this.companyId, people, state } satisfies VisitorTyping);
  }

  async openMedia(source: Uint8Array): Promise<AsyncIterable<Uint8Array>> {
    try {
      return await this.deps.storage.open(Buffer.from(source).toString());
    } catch (cause) {
      const isGone = (cause as NodeJS.ErrnoException).code === 'ENOENT';
      throw new ChannelError(isGone ? 'media_expired' : 'not_connected', 'the file is not there', { cause });
    }
  }
}
