import { randomUUID } from 'node:crypto';
import { featuresOf, KIND_FACTS } from '@balcao/shared/features/connections/channel.ts';
import type {
  ChannelEvent,
  ChannelListener,
  ChannelSession,
  ChatAddress,
  InboundContent,
} from '../../../server/src/channels/channel.ts';
import { createIngest } from '../../../server/src/conversation/ingest.ts';
import type { LiveApi } from './live-api.ts';

/**
 * Customers on the other side of one connection, without a network between: the real ingest receives their messages.
 */
export interface LiveChannel {
  session: ChannelSession;
  handle(event: ChannelEvent): Promise<void>;
  /** @returns the id that the customer's phone gave the message. */
  receive(chat: ChatAddress, content: InboundContent | string, more?: Partial<Received>): Promise<string>;
}

interface Received {
  id: string;
  fromMe: boolean;
  authorName: string;
  quotedId: string | null;
}

export const phone = (value: string): ChatAddress => ({
  kind: 'direct',
  identities: [{ kind: 'phone', value }],
});

export function createLiveIngest({ db, deps }: LiveApi): ChannelListener {
  const { secrets, log, clock } = deps;
  return createIngest({
    db,
    secrets,
    log,
    clock,
    onMedia: () => {},
    onContact: () => {},
    onTyping: () => {},
  });
}

/** @param openMedia the bytes of any file, or why there are none */
export function createLiveChannel(
  ingest: ChannelListener,
  companyId: number,
  connectionId: number,
  openMedia: () => Uint8Array = () => new Uint8Array(),
): LiveChannel {
  let sent = 0;
  const session: ChannelSession = {
    companyId,
    connectionId,
    capabilities: {
      ...featuresOf({ kind: 'whatsapp', channel: 'whatsapp' }),
      identities: KIND_FACTS.whatsapp.identities,
      clientMessageIds: true,
      readReceipts: true,
      typing: true,
    },
    isReady: () => true,
    newMessageId: () => `OUT${connectionId}-${++sent}`,
    prepare: async () => new Uint8Array([1]),
    send: async () => ({ members: null }),
    markRead: async () => {},
    setTyping: async () => {},
    rejectCall: async () => {},
    setBlocked: async () => {},
    findPerson: async () => null,
    findNumbers: async () => [],
    openPicture: async () => null,
    readVote: () => null,
    async openMedia() {
      const bytes = openMedia();
      return (async function* () {
        yield bytes;
      })();
    },
    groupName: async () => 'Condomínio',
  };
  const handle = (event: ChannelEvent) => ingest.handle(session, event);
  return {
    session,
    handle,
    async receive(
      chat,
      content,
      { id = randomUUID(), fromMe = false, authorName = 'Maria', quotedId = null } = {},
    ) {
      const text = typeof content === 'string' ? ({ kind: 'text', text: content } as const) : content;
      const ref = { id, fromMe, participant: '' };
      const message = {
        chat,
        ref,
        authorName,
        content: text,
        quotedId,
        quotedText: '',
        forwarded: false,
        referral: null,
        at: new Date(),
      };
      await handle({ kind: 'message.received', message });
      return id;
    },
  };
}
