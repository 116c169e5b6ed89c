import { randomUUID } from 'node:crypto';
import type { RouteContract } from '@balcao/shared/api/contract.ts';
import { routeKey, SCREEN_ROUTES } from '@balcao/shared/bridge/screen-routes.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import type { CallInput } from '../api/http.ts';
import type { Desk } from './handlers.ts';

const ROUTES = new Map(SCREEN_ROUTES.map((contract) => [routeKey(contract), contract]));

/** Administration goes straight to the server, and is refused while there is no network. */
export function apiHandlers({ session, syncStatus }: Desk) {
  async function call(contract: RouteContract, input: CallInput<RouteContract>): Promise<unknown> {
    if (contract.method === 'GET') return session.api.call(contract, input);
    const write = { idempotencyKey: randomUUID() };
    try {
      return await session.api.call(contract, input, write);
    } catch (error) {
      // It may have happened: the same key once more brings the answer, or does it now.
      if (!(error instanceof AppError) || error.code !== 'ERR_SERVER_UNREACHABLE') throw error;
      return session.api.call(contract, input, write);
    }
  }

  return {
    'api.call': ({ route, input }) => {
      const contract = ROUTES.get(route);
      if (!contract) throw new AppError('ERR_NOT_FOUND');
      if (syncStatus().layer === 'network') throw new AppError('ERR_OFFLINE');
      // What the screen sends is checked by the server, by the same contract.
      return call(contract, input as CallInput<RouteContract>);
    },
  } satisfies Partial<Handlers>;
}
