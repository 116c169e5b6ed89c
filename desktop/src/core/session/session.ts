import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts';
import type { SessionState } from '@balcao/shared/features/auth/bridge.ts';
import {
  login as loginRoute,
  logout as logoutRoute,
  me as meRoute,
} from '@balcao/shared/features/auth/calls.ts';
import { redeemSignIn } from '@balcao/shared/features/auth/passkeys.ts';
import type { Host } from '../../hosts/host.ts';
import { type Api, createApi } from '../api/client.ts';
import type { Http } from '../api/http.ts';
import { ServerError } from '../api/server-error.ts';
import type { Log } from '../log.ts';
import { thisDevice } from './device.ts';
import { createLastUser } from './last-user.ts';
import { serverKey } from './server-key.ts';
import { createTokenKeeper, type TokenKeeper } from './token-keeper.ts';

/** The person who is signed in at this server, from the last run on. */
export interface Session {
  readonly api: Api;
  readonly tokens: TokenKeeper;
  state(): SessionState;
  /** Reads what the last run kept. Works without a network. */
  restore(): Promise<void>;
  /** @param account with the `code` of a second factor once the server requires it */
  login(account: { email: string; password: string; code?: string | undefined }): Promise<void>;
  /** Signs in by the code of a page, with the word of which the page knows the hash. */
  redeem(code: string, verifier: string): Promise<void>;
  logout(): Promise<void>;
  /** Rights, company or name may have changed: reloads the signed-in user from the server. */
  refreshUser(): Promise<void>;
  /** The server has ended this session; `code` is the reason on the sign-in screen. */
  end(code: ErrorCode): Promise<void>;
}

interface Deps {
  host: Pick<Host, 'secrets' | 'settings'>;
  http: Http;
  serverUrl: string;
  log: Log;
  /** The state is another one now. Awaited, so that a login answers only when its data can be read. */
  onChanged(state: SessionState): Promise<void>;
}

/** Leaving must not wait for a server that is gone. */
const LOGOUT_DEADLINE_MS = 3_000;

/** An admin of an overdue company is refused, and signed in all the same: to pay. */
function admittedToPay(error: unknown) {
  const isOverdue = error instanceof ServerError && error.code === 'ERR_SUBSCRIPTION_EXPIRED';
  const pair = isOverdue ? loginRoute.response.safeParse(error.answer) : undefined;
  if (pair?.success) return pair.data;
  throw error;
}

/** No caller awaits it; a failure is logged and does not end the program. */
function inBackground(work: Promise<void>, log: Log): void {
  work.catch((error: unknown) => log.error({ err: error }, 'the session could not be changed'));
}

export function createSession({ host, http, serverUrl, log, onChanged }: Deps): Session {
  const key = serverKey(serverUrl);
  const lastUser = createLastUser(host.settings, key, log);
  let state: SessionState = { serverUrl, user: null, endedBy: null };

  const tokens = createTokenKeeper({
    http,
    secrets: host.secrets,
    secretKey: `refreshToken-${key}`,
    onUser: (user) => inBackground(change({ ...state, user }), log),
    onEnded: (code) => inBackground(end(code), log),
    log,
  });
  const api = createApi(http, tokens);

  async function change(next: SessionState): Promise<void> {
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    lastUser.keep(next.user);
    await onChanged(next);
  }

  /** @returns the refresh token that is worth nothing now */
  async function leave(endedBy: ErrorCode | null): Promise<string | null> {
    // Both begin at once: a late token request must not end the session a second time.
    const [token] = await Promise.all([tokens.forget(), change({ serverUrl, user: null, endedBy })]);
    return token;
  }

  async function begin(pair: RouteOutput<typeof loginRoute>): Promise<void> {
    await tokens.adopt(pair);
    try {
      await change({ serverUrl, user: pair.user, endedBy: null });
    } catch (error) {
      await leave(null);
      throw error;
    }
  }

  async function end(code: ErrorCode): Promise<void> {
    if (!state.user) return;
    log.info({ code }, 'session ended');
    const token = await leave(code);
    if (code !== 'ERR_SESSION_EXPIRED' || !token || !(await tokens.isOfDeleted(token))) return;
    // Another person may have signed in meanwhile.
    if (!state.user) await change({ serverUrl, user: null, endedBy: 'ERR_USER_DELETED' });
  }

  return {
    api,
    tokens,
    state: () => state,
    end,
    async restore() {
      const user = lastUser.get();
      if (!user || !(await tokens.kept())) return;
      try {
        await change({ serverUrl, user, endedBy: null });
      } catch (error) {
        log.error({ err: error }, 'the data of the last session cannot be opened');
        state = { serverUrl, user: null, endedBy: error instanceof AppError ? error.code : 'ERR_INTERNAL' };
      }
    },
    async login(account) {
      const body = { ...account, device: thisDevice() };
      await begin(await http.call(loginRoute, { body }, null).catch(admittedToPay));
    },
    async redeem(code, verifier) {
      const body = { code, verifier, device: thisDevice() };
      await begin(await http.call(redeemSignIn, { body }, null).catch(admittedToPay));
    },
    async refreshUser() {
      const user = await api.call(meRoute, {});
      // The person may have signed out meanwhile.
      if (state.user?.id === user.id) await change({ ...state, user });
    },
    async logout() {
      const token = tokens.current();
      // The session ends here first: the server closes its sync line, which must not look like a failure.
      await leave(null);
      if (!token) return;
      await http.call(logoutRoute, {}, token, { deadlineMs: LOGOUT_DEADLINE_MS }).catch((error: unknown) => {
        log.info({ err: error }, 'left without telling the server');
      });
    },
  };
}
