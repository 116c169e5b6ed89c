import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SyncStatus } from '@balcao/shared/bridge/engine.ts';
import { isWrite, type RouteContract, routeKey } from '@balcao/shared/contract/call.ts';
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts';
import { ROUTES } from '@balcao/shared/routes.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import type { CallInput } from '../api/http.ts';
import type { Asked } from '../store/kept-answers.ts';
import type { CoreServices } from './core-services.ts';

/** All that a screen may call: whatever else it names is not there. */
const FOR_SCREENS = new Map(
  ROUTES.filter(({ screen }) => screen).map((contract) => [routeKey(contract), contract]),
);

const KEPT = new Map([...FOR_SCREENS].filter(([, { kept }]) => kept));

/** Nobody has answered. */
const AWAY = ['ERR_OFFLINE', 'ERR_SERVER_UNREACHABLE'] as const;

/** By then the server has answered the first call under a key, or has given it up. */
const PATIENCE_MS = 15_000;
const PAUSE_MS = 1_000;
const MINUTE_MS = 60_000;

type Services = Pick<CoreServices, 'session' | 'syncStatus' | 'workspaceOf' | 'log'>;

/** Administration goes straight to the server, and is refused while there is no network. */
export function apiHandlers({ session, syncStatus, workspaceOf, log }: Services) {
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

  async function ask(contract: RouteContract | undefined, input: unknown): Promise<unknown> {
    if (!contract) throw new AppError('ERR_NOT_FOUND');
    if (syncStatus().layer === 'network') throw new AppError('ERR_OFFLINE');
    // The server checks the screen's input by the same contract.
    return call(contract, input as CallInput<RouteContract>);
  }

  /** A disk that is full is no reason to show nothing. */
  function keep(userId: number, asked: Asked, answer: unknown): void {
    try {
      workspaceOf(userId).store.keptAnswers.keep(asked, { answer, keptAt: serverTime(syncStatus()) });
    } catch (err) {
      log.warn({ err }, 'an answer could not be kept');
    }
  }

  return {
    'api.call': ({ route, input }) => ask(FOR_SCREENS.get(route), input),
    'api.kept': async ({ route, input: { params = {}, query = {} } }) => {
      const contract = KEPT.get(route);
      const userId = session.state().user?.id ?? 0;
      const asked = { target: written(route, params), query: written(query) };
      try {
        const answer = await ask(contract, { params, query });
        keep(userId, asked, answer);
        return { answer, keptAt: null };
      } catch (error) {
        if (!AWAY.some((code) => isCode(error, code))) throw error;
        const kept = workspaceOf(userId).store.keptAnswers.get(asked);
        // Another version may have kept it in another shape.
        if (!kept || !contract?.response?.safeParse(kept.answer).success) throw error;
        return kept;
      }
    },
  } satisfies Partial<Handlers>;
}

const written = (...parts: unknown[]) => JSON.stringify(parts);

const serverTime = ({ aheadMinutes }: SyncStatus) =>
  new Date(Date.now() + aheadMinutes * MINUTE_MS).toISOString();

const isCode = (error: unknown, code: ErrorCode) => error instanceof AppError && error.code === code;
