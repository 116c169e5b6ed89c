import { expect, test } from 'vitest';
import { messageAt } from '../../../../renderer/testing/message.ts';
import { conversationRows } from './conversation-rows.ts';

const shape = (...args: Parameters<typeof conversationRows>) =>
  conversationRows(...args).map(({ startsGroup, endsGroup, nextDay }) => [startsGroup, endsGroup, nextDay]);

test('what one side says in one go is a group; an answer, a colleague, a pause and midnight end it', () => {
  const NEXT_DAY = 12 * 60;
  const nextDay = messageAt(NEXT_DAY + 1);
  const messages = [
    messageAt(0),
    messageAt(1),
    messageAt(2, { fromMe: true, userId: 1 }),
    messageAt(3, { fromMe: true, userId: 2 }),
    messageAt(4, { fromMe: true, userId: 2 }),
    messageAt(9, { fromMe: true, userId: 2 }),
    messageAt(NEXT_DAY - 1),
    nextDay,
  ];
  expect(shape(messages)).toEqual([
    [true, false, null],
    [false, true, null],
    [true, true, null],
    [true, false, null],
    [false, true, null],
    [true, true, null],
    [true, true, nextDay.createdAt],
    [true, true, null],
  ]);
});

test('older messages of another day do not change the height of the row that was the oldest', () => {
  const DAY = 24 * 60;
  const shown = [messageAt(DAY), messageAt(DAY + 1)];
  const [before] = conversationRows(shown);
  const [, after] = conversationRows([messageAt(0), ...shown]);
  expect(after).toEqual(before);
});

test('the line of the unread goes when somebody answers, not when something is noted', () => {
  const said = [messageAt(0, { fromMe: true }), messageAt(1), messageAt(2)];
  const mark = { id: said[1]?.id ?? '', count: 2 };
  const lines = (more: ReturnType<typeof messageAt>[]) =>
    conversationRows([...said, ...more], mark).flatMap(({ unreadAfter }) => unreadAfter ?? []);
  expect(lines([])).toEqual([2]);
  expect(lines([messageAt(3, { fromMe: true, mediaType: 'note' })])).toEqual([2]);
  expect(lines([messageAt(3, { fromMe: true })])).toEqual([]);
});
