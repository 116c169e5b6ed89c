import type { RouteContract, RouteOutput } from '@balcao/shared/contract/call.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { endsSession } from '../session/ending.ts';
import type { TokenKeeper } from '../session/token-keeper.ts';
import type { CallInput, CallOptions, Http } from './http.ts';

/** Calls with the session of the signed-in user; public ones without. */
export interface Api {
  call<C extends RouteContract>(
    contract: C,
    input: CallInput<C>,
    options?: CallOptions,
  ): Promise<RouteOutput<C>>;
  open<C extends RouteContract>(contract: C, input: CallInput<C>, signal: AbortSignal): Promise<Response>;
}

/**
 * Adds the access token. When the server reports it expired, one refresh (shared by all calls that wait for
 * it) and one repetition follow, never more. A session that the server has ended is reported to `tokens`.
 */
export function createApi(http: Http, tokens: TokenKeeper): Api {
  async function withToken<T>(attempt: (token: string) => Promise<T>): Promise<T> {
    const token = await tokens.access();
    try {
      return await reporting(attempt, token);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'ERR_TOKEN_EXPIRED') throw error;
      return reporting(attempt, await tokens.renew(token));
    }
  }

  async function reporting<T>(attempt: (token: string) => Promise<T>, token: string): Promise<T> {
    try {
      return await attempt(token);
    } catch (error) {
      if (error instanceof AppError && endsSession(error.code)) tokens.end(error.code, token);
      throw error;
    }
  }

  return {
    call: (contract, input, options) =>
      contract.access === 'public'
        ? http.call(contract, input, null, options)
        : withToken((token) => http.call(contract, input, token, options)),
    open: (contract, input, signal) => withToken((token) => http.open(contract, input, token, signal)),
  };
}
