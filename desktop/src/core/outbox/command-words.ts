import type { MutationArgs, MutationName } from '@balcao/shared/sync/commands.ts';
import type { Store } from '../store/store.ts';

interface Words<N extends MutationName> {
  /** The names of what it changes. Absent: its own text says so, or none is needed. */
  text?(args: MutationArgs<N>, store: Store): string;
  /** The contact, or the chat, that it concerns. Absent: the contact of its ticket. */
  contact?(args: MutationArgs<N>, store: Store): { name: string } | null;
}

/** The description of each command in the outbox. */
const WORDS: { [N in MutationName]: Words<N> } = {
  'ticket.accept': {},
  'ticket.close': {},
  'ticket.reopen': {},
  'ticket.transfer': {
    text: ({ queueId, userId }, store) =>
      [
        namesOf(store.all('queue'), queueId === null ? [] : [queueId]),
        namesOf(store.all('user'), userId === null ? [] : [userId]),
      ]
        .filter((text) => text !== '')
        .join(' · '),
  },
  'ticket.return': {},
  'ticket.snooze': {},
  'ticket.silenceBot': {},
  'ticket.startBot': {
    text: ({ queueId }, store) => namesOf(store.all('queue'), queueId === null ? [] : [queueId]),
  },
  'ticket.markRead': {},
  'ticket.markUnread': {},
  'ticket.pin': {},
  'ticket.setTags': { text: ({ tagIds }, store) => namesOf(store.all('tag'), tagIds) },
  'ticket.moveToLane': {
    text: ({ tagId }, store) => namesOf(store.all('tag'), tagId === null ? [] : [tagId]),
  },
  'message.send': {},
  'message.retry': { text: ({ id }, store) => bodyOf(id, store) },
  'message.forward': { text: ({ ofId }, store) => bodyOf(ofId, store) },
  'message.forwardTo': {
    text: ({ ofId }, store) => bodyOf(ofId, store),
    contact: ({ contactId }, store) => store.contacts.byId(contactId),
  },
  'message.delete': { text: ({ id }, store) => bodyOf(id, store) },
  'message.edit': {},
  'message.react': { text: ({ emoji }) => emoji },
  'contact.update': { contact: ({ contactId }, store) => store.contacts.byId(contactId) },
  'contact.link': {
    text: ({ otherId }, store) => store.contacts.byId(otherId)?.name ?? '',
    contact: ({ contactId }, store) => store.contacts.byId(contactId),
  },
  'contact.unlink': { contact: ({ contactId }, store) => store.contacts.byId(contactId) },
  'schedule.create': { contact: ({ contactId }, store) => store.contacts.byId(contactId) },
  'schedule.update': { contact: ({ contactId }, store) => store.contacts.byId(contactId) },
  'schedule.cancel': {
    text: ({ id }, store) => store.schedules.byId(id)?.body ?? '',
    contact: ({ id }, store) => store.schedules.byId(id)?.contact ?? null,
  },
  'note.add': {},
  'mention.read': {},
  'chat.send': { contact: ({ chatId }, store) => store.chats.byId(chatId) },
  'chat.edit': { contact: ({ chatId }, store) => store.chats.byId(chatId) },
  'chat.delete': {
    text: ({ id }, store) => store.chats.message(id)?.message ?? '',
    contact: ({ chatId }, store) => store.chats.byId(chatId),
  },
  'chat.react': {
    text: ({ emoji }) => emoji,
    contact: ({ chatId }, store) => store.chats.byId(chatId),
  },
  'chat.read': { contact: ({ chatId }, store) => store.chats.byId(chatId) },
};

interface Command<N extends MutationName> {
  name: N;
  args: MutationArgs<N>;
}

export const wordsOf = <N extends MutationName>({ name, args }: Command<N>, store: Store): string | null =>
  WORDS[name].text?.(args, store) ?? null;

export const contactOf = <N extends MutationName>({ name, args }: Command<N>, store: Store) =>
  WORDS[name].contact?.(args, store) ?? null;

const bodyOf = (messageId: string, store: Store): string => store.messages.byId(messageId)?.body ?? '';

const namesOf = (rows: readonly { id: number; name: string }[], ids: readonly number[]): string =>
  rows
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .join(', ');
