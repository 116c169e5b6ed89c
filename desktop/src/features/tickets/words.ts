import { type CommandWords, namesOf } from '../../core/outbox/command-words.ts';

/** How the outbox tells of these commands. */
export const ticketWords = {
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
} satisfies Partial<CommandWords>;
