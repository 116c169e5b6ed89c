import { featuresOf, KIND_FACTS } from '@balcao/shared/features/connections/channel.ts';
import { generateMessageIDV2 } from '@whiskeysockets/baileys';
import { type Capabilities, ChannelError, type ChannelSession } from '../channel.ts';
import { setBlocked } from './blocks.ts';
import type { Endpoint } from './endpoint.ts';
import { addressOf, jidOf } from './identity.ts';
import { openMedia } from './incoming-media.ts';
import { prepareMessage, sendingError } from './outgoing.ts';
import { openPicture } from './pictures.ts';
import { type LiveSocket, relay } from './socket.ts';
import { readVote } from './votes.ts';

export const CAPABILITIES: Capabilities = {
  ...featuresOf({ kind: 'whatsapp', channel: 'whatsapp' }),
  identities: KIND_FACTS.whatsapp.identities,
  clientMessageIds: true,
  readReceipts: true,
  typing: true,
};

/** Our own number is a person's too. */
const NOBODY = { phone: undefined, lid: undefined };

type Commands = Pick<
  ChannelSession,
  | 'newMessageId'
  | 'prepare'
  | 'send'
  | 'markRead'
  | 'setTyping'
  | 'rejectCall'
  | 'readVote'
  | 'openMedia'
  | 'setBlocked'
  | 'findPerson'
  | 'findNumbers'
  | 'openPicture'
  | 'groupName'
>;

/** @param current the open socket; throws `not_connected` when there is none that may be used */
export function createCommands(options: {
  current(): LiveSocket;
  /** Our own jids, connected or not. */
  ownNames(): readonly string[];
  endpoint: Endpoint;
  ackTimeoutMs: number;
}): Commands {
  const { current, ownNames, endpoint, ackTimeoutMs } = options;
  return {
    newMessageId: () => generateMessageIDV2(current().sock.user?.id),
    prepare: async (message) => prepareMessage(current().sock, message),
    async send(chat, id, prepared) {
      try {
        const live = current();
        await relay(live, chat, id, prepared, ackTimeoutMs);
        return { members: chat.kind === 'group' ? await live.groups.others(jidOf(chat)) : null };
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
    setTyping: (chat, state) => current().sock.sendPresenceUpdate(state, jidOf(chat)),
    rejectCall: async (chat, id) => current().sock.rejectCall(id, jidOf(chat)),
    readVote: (vote, secret) => readVote(vote, secret, ownNames()),
    openMedia: async (source) => openMedia(current().sock, endpoint, source),
    setBlocked: async (person, blocked) => setBlocked(current().sock, person, blocked),
    async findPerson(spellings) {
      try {
        const { sock } = current();
        const found = await sock.onWhatsApp(...spellings);
        // The library returns nothing at all when the query was not answered.
        if (!found) throw new ChannelError('not_accepted_in_time');
        const jid = found.find(({ exists }) => exists)?.jid;
        if (!jid) return null;
        const lid = await sock.signalRepository.lidMapping.getLIDForPN(jid);
        return addressOf([lid, jid], NOBODY);
      } catch (error) {
        throw sendingError(error);
      }
    },
    async findNumbers(spellings) {
      try {
        const found = await current().sock.onWhatsApp(...spellings);
        if (!found) throw new ChannelError('not_accepted_in_time');
        return found
          .filter(({ exists }) => exists)
          .flatMap(({ jid }) => addressOf([undefined, jid], NOBODY)?.identities ?? [])
          .flatMap(({ kind, value }) => (kind === 'phone' ? [value] : []));
      } catch (error) {
        throw sendingError(error);
      }
    },
    openPicture: async (chat) => openPicture(current().sock, endpoint, jidOf(chat)),
    groupName: async (chat) => (await current().sock.groupMetadata(jidOf(chat))).subject.slice(0, 200),
  };
}
