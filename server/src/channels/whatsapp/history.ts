import type { WASocket } from '@whiskeysockets/baileys';
import type { ChannelEvent, ChatAddress, InboundMessage } from '../channel.ts';
import type { Self } from './identity.ts';
import { mapUpsert } from './mapper.ts';

/** Messages in one event, which is one transaction: a long history must not delay live messages. */
const BATCH = 100;

/**
 * Imports the history that the phone sends right after linking, from `since` on. It is a copy: a part lost by a crash
 * in the middle is still on the phone, and comes again with the next linking.
 */
export function listenForHistory(
  sock: WASocket,
  since: Date,
  self: () => Self,
  tell: (events: ChannelEvent[], messages: number) => void,
): void {
  sock.ev.on('messaging-history.set', ({ messages }) => {
    const events = messages.flatMap((message) => mapUpsert(message, self()));
    const chats = byChat(events.flatMap((event) => (isWanted(event, since) ? [event.message] : [])));
    const history = chats.flatMap(({ chat, said }) => batches(chat, said));
    const ticks = events.filter(({ kind }) => kind === 'message.status_changed');
    tell(
      [...history, ...ticks],
      chats.reduce((sum, { said }) => sum + said.length, 0),
    );
  });
}

type Received = Extract<ChannelEvent, { kind: 'message.received' }>;

/** A placeholder of the past will never be filled. */
function isWanted(event: ChannelEvent, since: Date): event is Received {
  return (
    event.kind === 'message.received' &&
    event.message.at >= since &&
    event.message.content.kind !== 'unavailable'
  );
}

function byChat(messages: InboundMessage[]): { chat: ChatAddress; said: InboundMessage[] }[] {
  const chats = new Map<string, { chat: ChatAddress; said: InboundMessage[] }>();
  for (const message of messages) {
    const [{ kind, value }] = message.chat.identities;
    const entry = chats.get(`${kind}:${value}`) ?? { chat: message.chat, said: [] };
    entry.said.push(message);
    chats.set(`${kind}:${value}`, entry);
  }
  return [...chats.values()];
}

function batches(chat: ChatAddress, said: InboundMessage[]): ChannelEvent[] {
  const inOrder = said.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const events: ChannelEvent[] = [];
  for (let from = 0; from < inOrder.length; from += BATCH)
    events.push({ kind: 'chat.history', chat, messages: inOrder.slice(from, from + BATCH) });
  return events;
}
