import { METHODS, type MethodName } from '@balcao/shared/bridge/methods.ts';
import { AppError, isErrorCode } from '@balcao/shared/errors.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDispatcher, type Handlers } from './dispatcher.ts';

const SCREEN = { gone: new AbortController().signal };
const NAMES = Object.keys(METHODS) as MethodName[];

/** Handlers that all do the same, whatever their input. */
function handlersThat(act: (input: unknown) => unknown): Handlers {
  return Object.fromEntries(NAMES.map((name) => [name, act])) as unknown as Handlers;
}

describe('dispatcher', () => {
  it('never throws and never hands unchecked input on, whatever a page sends', async () => {
    const reached: unknown[] = [];
    const dispatch = createDispatcher(
      handlersThat((input) => {
        reached.push(input);
        return null;
      }),
      () => {},
    );
    const anyName = fc.oneof(
      fc.constantFrom(...NAMES),
      fc.string(),
      fc.constantFrom('__proto__', 'constructor', 'toString'),
    );
    await fc.assert(
      fc.asyncProperty(anyName, fc.anything(), async (name, input) => {
        reached.length = 0;
        const answer = await dispatch(name, input, SCREEN);
        const known = NAMES.find((candidate) => candidate === name);
        const valid = known !== undefined && METHODS[known].input.safeParse(input).success;
        expect(answer.ok).toBe(valid);
        expect(reached.length).toBe(valid ? 1 : 0);
        if (!answer.ok) expect(answer.error.code).toBe(known ? 'ERR_VALIDATION' : 'ERR_NOT_FOUND');
      }),
      { numRuns: 500 },
    );
  });

  it('answers every kind of thrown value with a code and keeps its text to the log', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (thrown) => {
        const unexpected: unknown[] = [];
        const dispatch = createDispatcher(
          handlersThat(() => {
            throw thrown;
          }),
          (error) => unexpected.push(error),
        );
        const answer = await dispatch('session.get', null, SCREEN);
        expect(answer).toEqual({ ok: false, error: { code: 'ERR_INTERNAL', params: {} } });
        expect(unexpected).toEqual([thrown]);
      }),
    );
  });

  it("passes on an application error's code, parameters, request id and the server's own words", async () => {
    const error = Object.assign(new AppError('ERR_OTHER_OPEN_TICKET', { name: 'Ana' }), {
      requestId: 'r-1',
      text: 'Taken.',
    });
    const dispatch = createDispatcher(
      handlersThat(() => {
        throw error;
      }),
      () => {},
    );
    expect(await dispatch('tickets.accept', { ticketId: 1 }, SCREEN)).toEqual({
      ok: false,
      error: { code: 'ERR_OTHER_OPEN_TICKET', params: { name: 'Ana' }, requestId: 'r-1', text: 'Taken.' },
    });
    expect(await dispatch('tickets.accept', { ticketId: 0 }, SCREEN)).toEqual({
      ok: false,
      error: { code: 'ERR_VALIDATION', params: { field: 'ticketId' } },
    });
    expect(isErrorCode('ERR_OTHER_OPEN_TICKET')).toBe(true);
  });
});
