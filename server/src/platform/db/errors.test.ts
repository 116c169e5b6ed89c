import { AppError, type ErrorCode } from '@balcao/shared/errors.ts';
import { expect, it } from 'vitest';
import { isUniqueViolation, toAppError } from './errors.ts';

const failure = (code: string, more: object = {}) => Object.assign(new Error('x'), { code, ...more });

const CASES: [string, unknown, ErrorCode][] = [
  ['a database that is away', failure('ECONNREFUSED'), 'ERR_UNAVAILABLE'],
  ['a network without a way', failure('EHOSTUNREACH'), 'ERR_UNAVAILABLE'],
  ['a broken connection', failure('CONNECTION_CLOSED'), 'ERR_UNAVAILABLE'],
  ['a database that is stopping', failure('57P01'), 'ERR_UNAVAILABLE'],
  ['a database without room for connections', failure('53300'), 'ERR_UNAVAILABLE'],
  ["the database's full disk", failure('53100'), 'ERR_UNAVAILABLE'],
  ['a database that is read only for now', failure('25006'), 'ERR_UNAVAILABLE'],
  ['our full disk', failure('ENOSPC'), 'ERR_UNAVAILABLE'],
  ['a deadlock', failure('40P01'), 'ERR_UNAVAILABLE'],
  ['a query that takes too long', failure('57014'), 'ERR_UNAVAILABLE'],
  ['a text with NUL', failure('22021'), 'ERR_VALIDATION'],
  ['JSON with half a character', failure('22P02'), 'ERR_VALIDATION'],
  ['a mistake in our SQL', failure('42601'), 'ERR_INTERNAL'],
  ['a reference that we forgot to check', failure('23503'), 'ERR_INTERNAL'],
  ['a mistake of ours', new TypeError('x'), 'ERR_INTERNAL'],
  ['what is no error at all', undefined, 'ERR_INTERNAL'],
];

it.each(CASES)('%s', (_what, thrown, code) => {
  expect(toAppError(thrown)).toMatchObject({ code });
});

it('leaves what is known as it is, and finds a constraint', () => {
  const known = new AppError('ERR_OTHER_OPEN_TICKET', { name: 'Ana' });
  expect(toAppError(known)).toBe(known);
  const taken = failure('23505', { constraint_name: 'a_key' });
  const found = [taken, failure('23505'), null];
  expect(found.map((error) => isUniqueViolation(error, 'a_key'))).toEqual([true, false, false]);
});
