import type { Todo } from '@balcao/shared/features/todolist/bridge.ts';
import { expect, it } from 'vitest';
import { dayChoices, inOrder, isDue } from './due.ts';

const todo = (text: string, dueOn: string | null, done = false): Todo => ({
  id: 1,
  text,
  done,
  dueOn,
  about: null,
});

it('puts what is due first and what is done last, and counts neither tomorrow nor what has no day', () => {
  const todos = [
    todo('one day', null),
    todo('done', '2026-11-20', true),
    todo('tomorrow', '2026-11-26'),
    todo('today', '2026-11-25'),
    todo('another day', null),
    todo('late', '2026-11-24'),
  ];
  const texts = (list: Todo[]) => list.map(({ text }) => text);
  const ordered = inOrder(todos);
  expect(texts(ordered)).toEqual(['late', 'today', 'tomorrow', 'one day', 'another day', 'done']);
  expect(texts(ordered.filter((one) => isDue(one, '2026-11-25')))).toEqual(['late', 'today']);
});

it.each([
  [
    'in the week',
    new Date(2026, 10, 25, 23, 59),
    ['today 2026-11-25', 'tomorrow 2026-11-26', 'monday 2026-11-30'],
  ],
  ['on a sunday', new Date(2026, 10, 29, 9), ['today 2026-11-29', 'tomorrow 2026-11-30']],
])('offers %s no day twice', (_when, now, offered) => {
  expect(dayChoices(now).map(({ name, day }) => `${name} ${day}`)).toEqual(offered);
});
