import { randomBytes } from 'node:crypto';
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts';
import { refreshToken as refreshRoute, type SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { ACCESS_TOKEN_SECONDS } from '@balcao/shared/features/auth/limits.ts';
import type { SecretStore } from '../../hosts/host.ts';
import type { Http } from '../api/http.ts';
import type { Log } from '../log.ts';
import { endsSession } from './ending.ts';

interface TokenPair {
  token: string;
  refreshToken: string;
  user: SessionUser;
}

/** The keys of one signed-in session. The access token lives in memory only. */
export interface TokenKeeper {
  /** A token with some minutes left; refreshes first when there is none. */
  access(): Promise<string>;
  /** The token in use, however old. */
  current(): string | null;
  /** A token other than the refused one. Calls at the same time share one refresh. */
  renew(refused: string): Promise<string>;
  /** Takes what a login answered. */
  adopt(pair: TokenPair): Promise<void>;
  /** A refresh token is kept: the session can go on after a restart. */
  kept(): Promise<boolean>;
  /** @returns the refresh token that was kept */
  forget(): Promise<string | null>;
  /** Whether the user of this refresh token was deleted. False when the server cannot be reached. */
  isOfDeleted(refreshToken: string): Promise<boolean>;
  /** The server has ended the session that `token` belongs to. */
  end(code: ErrorCode, token: string): void;
}

interface Deps {
  http: Http;
  secrets: SecretStore;
  /** Where the refresh token is kept, with the word that its successor was asked for with; differs by server. */
  secretKey: string;
  onUser(user: SessionUser): void;
  onEnded(code: ErrorCode): void;
  log: Log;
}

/** Refresh a little early, so that no ordinary call has to be made twice. */
const FRESH_MS = ACCESS_TOKEN_SECONDS * 1_000 * 0.8;

const WHY_DEADLINE_MS = 3_000;
const WORD_BYTES = 16;

export function createTokenKeeper({ http, secrets, secretKey, onUser, onEnded, log }: Deps): TokenKeeper {
  let current: { token: string; since: number } | null = null;
  let refreshing: Promise<string> | null = null;
  /** Counts logins and logouts: an answer that arrives after one is stale. */
  let generation = 0;

  /** A token that could not be stored and is newer than the stored one, which would end the session. */
  let unstored: string | null = null;

  /** A full disk must not cost the session: until the next change the secret lives in memory only. */
  async function store(value: string | null): Promise<void> {
    unstored = value;
    try {
      await secrets.set(secretKey, value);
      if (unstored === value) unstored = null;
    } catch (error) {
      log.error({ err: error }, 'the session could not be stored');
    }
  }

  /** @throws AppError ERR_SESSION_EXPIRED when a user signed out or in while it was being stored */
  async function keep(pair: TokenPair, started: number): Promise<void> {
    // Kept before it is used: the server has already forgotten the one before.
    await store(pair.refreshToken);
    if (started !== generation) throw new AppError('ERR_SESSION_EXPIRED');
    current = { token: pair.token, since: Date.now() };
  }

  const read = async () => unstored ?? (await secrets.get(secretKey));

  /**
   * The server repeats its answer for the same word, however late. So the word is stored before the request, beside its
   * token, and deleted with it when the answer is stored: a crash at any moment finds both or neither.
   * @throws AppError ERR_SESSION_EXPIRED when nothing is stored, or a user signed out or in meanwhile
   */
  async function question(started: number): Promise<{ refreshToken: string; word: string }> {
    const kept = await read();
    if (!kept || started !== generation) throw new AppError('ERR_SESSION_EXPIRED');
    const { refreshToken, word } = parse(kept);
    if (word !== undefined) return { refreshToken, word };
    const fresh = randomBytes(WORD_BYTES).toString('base64url');
    await store(`${refreshToken} ${fresh}`);
    if (started !== generation) throw new AppError('ERR_SESSION_EXPIRED');
    return { refreshToken, word: fresh };
  }

  async function refresh(): Promise<string> {
    const started = generation;
    try {
      const pair = await http.call(refreshRoute, { body: await question(started) }, null);
      if (started !== generation) throw new AppError('ERR_SESSION_EXPIRED');
      await keep(pair, started);
      onUser(pair.user);
      return pair.token;
    } catch (error) {
      if (started === generation && error instanceof AppError && endsSession(error.code)) onEnded(error.code);
      throw error;
    }
  }

  function refreshOnce(): Promise<string> {
    if (refreshing) return refreshing;
    const mine = refresh().finally(() => {
      if (refreshing === mine) refreshing = null;
    });
    refreshing = mine;
    return mine;
  }

  function startAnew(): void {
    generation += 1;
    refreshing = null;
    current = null;
  }

  return {
    async adopt(pair) {
      startAnew();
      await keep(pair, generation);
    },
    async access() {
      const age = current ? Date.now() - current.since : Number.POSITIVE_INFINITY;
      return current && age >= 0 && age < FRESH_MS ? current.token : refreshOnce();
    },
    current: () => current?.token ?? null,
    async renew(refused) {
      return current && current.token !== refused ? current.token : refreshOnce();
    },
    kept: async () => (await secrets.get(secretKey)) !== null,
    async isOfDeleted(refreshToken) {
      const asked = http.call(refreshRoute, { body: { refreshToken } }, null, {
        deadlineMs: WHY_DEADLINE_MS,
      });
      return asked.then(
        () => false,
        (error: unknown) => error instanceof AppError && error.code === 'ERR_USER_DELETED',
      );
    },
    async forget() {
      startAnew();
      const kept = await read();
      await store(null);
      return kept && parse(kept).refreshToken;
    },
    end(code, token) {
      if (current?.token === token) onEnded(code);
    },
  };
}

/** Neither of the two has a space in it. */
function parse(kept: string): { refreshToken: string; word: string | undefined } {
  const [refreshToken = '', word] = kept.split(' ');
  return { refreshToken, word };
}
