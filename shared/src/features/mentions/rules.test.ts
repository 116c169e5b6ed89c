import { expect, it } from 'vitest';
import { findMentions, mentionParts } from './rules.ts';

const PEOPLE = [
  { id: 1, name: 'Ana' },
  { id: 2, name: 'Ana Souza' },
  { id: 3, name: 'Bruno' },
  { id: 4, name: 'Bruno' },
];

it.each([
  ['@Ana veja', [1]],
  ['@Ana Souza, veja com @Ana', [2, 1]],
  ['@Ana Souzada', [1]],
  ['@Anacleto, ana@Ana e Ana', []],
  ['(@Bruno)', [3]],
  ['@ @', []],
])('%s names', (text, ids) => {
  expect(findMentions(text, PEOPLE).map(({ userId }) => userId)).toEqual(ids);
});

it('cuts a text into names and the rest, of which nothing is lost', () => {
  const parts = mentionParts('Oi @Ana Souza, e @Ninguém?', [{ userId: 2, name: 'Ana Souza' }]);
  expect(parts).toEqual([
    { text: 'Oi ', userId: null },
    { text: '@Ana Souza', userId: 2 },
    { text: ', e @Ninguém?', userId: null },
  ]);
});
