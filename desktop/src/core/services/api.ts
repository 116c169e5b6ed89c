import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isWrite, type RouteContract, routeKey } from '@balcao/shared/contract/call.ts';
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts';
import { ROUTES } from '@balcao/shared/routes.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import type { CallInput } from '../api/http.ts';
import type { CoreServices } from './core-services.ts';

/** All that a screen may call: whatever else it names is not there. */
const FOR_SCREENS = new Map(
  ROUTES.filter(({ screen }) => screen).map((contract) => [routeKey(contract), contract]),
);

/** By then the server has answered the first call under a key, or has given it up. */
const PATIENCE_MS = 15_000;
const PAUSE_MS = 1_000;

/** Administration goes straight to the server, and is refused while there is no network. */
export function apiHandlers({ session, syncStatus }: Pick<CoreServices, 'session' | 'syncStatus'>) {
  async function call(contract: RouteContract, input: CallInput<RouteContract>): Promise<unknown> {
    if (!isWrite(contract)) return session.api.call(contract, input);
    const write = { idempotencyKey: randomUUID() };
    try {
      return await session.api.call(contract, input, write);
    } catch (error) {
      // It may have happened: the same key once more brings the answer, or does it now.
      if (!isCode(error, 'ERR_SERVER_UNREACHABLE')) throw error;
    }
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return await session.api.call(contract, input, write);
      } catch (error) {
        // Perhaps the server is still at work on the first.
        if (!isCode(error, 'ERR_UNAVAILABLE') || performance.now() > until) throw error;
      }
      await pause(PAUSE_MS);
    }
  }

  return {
    'api.call': ({ route, input }) => {
      const contract = FOR_SCREENS.get(route);
      if (!contract) throw new AppError('ERR_NOT_FOUND');
      if (syncStatus().layer === 'network') throw new AppError('ERR_OFFLINE');
      // The server checks the screen's input by the same contract.
      return call(contract, input as CallInput<RouteContract>);
    },
  } satisfies Partial<Handlers>;
}

const isCode = (error: unknown, code: ErrorCode) => error instanceof AppError && error.code === code;
