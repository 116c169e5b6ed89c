import { generateMessageIDV2 } from '@whiskeysockets/baileys';
import type { Capabilities, ChannelSession } from '../channel.ts';
import type { Endpoint } from './endpoint.ts';
import { jidOf } from './identity.ts';
import { openMedia } from './incoming-media.ts';
import { prepareMessage, sendingError } from './outgoing.ts';
import { type LiveSocket, relay } from './socket.ts';

export const CAPABILITIES: Capabilities = { clientMessageIds: true, readReceipts: true };

type Commands = Pick<
  ChannelSession,
  'newMessageId' | 'prepare' | 'send' | 'markRead' | 'openMedia' | 'groupName'
>;

/** @param current the open socket; throws `not_connected` when there is none that may be used */
export function createCommands(options: {
  current(): LiveSocket;
  endpoint: Endpoint;
  ackTimeoutMs: number;
}): Commands {
  const { current, endpoint, ackTimeoutMs } = options;
  return {
    newMessageId: () => generateMessageIDV2(current().sock.user?.id),
    prepare: async (message) => prepareMessage(current().sock, message),
    async send(chat, id, prepared) {
      try {
        await relay(current(), chat, id, prepared, ackTimeoutMs);
      } catch (error) {
        throw sendingError(error);
      }
    },
    async markRead(chat, messages) {
      const remoteJid = jidOf(chat);
      try {
        await current().sock.readMessages(
          messages.map(({ id, participant }) => ({
            remoteJid,
            id,
            fromMe: false,
            ...(participant ? { participant } : {}),
          })),
        );
      } catch (error) {
        throw sendingError(error);
      }
    },
    openMedia: async (source) => openMedia(current().sock, endpoint, source),
    groupName: async (chat) => (await current().sock.groupMetadata(jidOf(chat))).subject.slice(0, 200),
  };
}
