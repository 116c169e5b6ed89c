import { expect, test } from 'vitest';
import { initialsOf } from './person-avatar.tsx';

test.each([
  ['Ana Souza', 'AS'],
  ['carlos eduardo de oliveira', 'CO'],
  ['Érica', 'É'],
  ['😀 João', 'J'],
  ['', '#'],
  ['(+55)', '#'],
])('%s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
