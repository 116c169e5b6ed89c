import { randomBytes } from 'node:crypto';
import { AppError } from '@balcao/shared/errors.ts';
import type { SecretStore } from '../../hosts/host.ts';
import type { Log } from '../log.ts';

/**
 * The refresh token as it is kept, with the word that its successor is asked for with. A full disk must not cost the
 * session: then it lives in memory only.
 */
export interface KeptSecret {
  /**
   * The server repeats its answer for the same word, however late. So the word is stored before the request, beside its
   * token, and deleted with it when the answer is stored: a crash at any moment finds both or neither.
   * @throws AppError ERR_SESSION_EXPIRED when nothing is stored, or it is not wanted any more
   */
  question(isWanted: () => boolean): Promise<{ refreshToken: string; word: string }>;
  store(refreshToken: string): Promise<void>;
  /** Something is kept that outlives the program. */
  isStored(): Promise<boolean>;
  /** @returns the refresh token that was kept */
  forget(): Promise<string | null>;
}

const WORD_BYTES = 16;

export function createKeptSecret(secrets: SecretStore, key: string, log: Log): KeptSecret {
  /** A token that could not be stored and is newer than the stored one, which would end the session. */
  let unstored: string | null = null;

  const read = async () => unstored ?? (await secrets.get(key));

  async function store(value: string | null): Promise<void> {
    unstored = value;
    try {
      await secrets.set(key, value);
      if (unstored === value) unstored = null;
    } catch (error) {
      log.error({ err: error }, 'the session could not be stored');
    }
  }

  return {
    async question(isWanted) {
      const kept = await read();
      if (!kept || !isWanted()) throw new AppError('ERR_SESSION_EXPIRED');
      const { refreshToken, word } = parse(kept);
      if (word !== undefined) return { refreshToken, word };
      const fresh = randomBytes(WORD_BYTES).toString('base64url');
      await store(`${refreshToken} ${fresh}`);
      if (!isWanted()) throw new AppError('ERR_SESSION_EXPIRED');
      return { refreshToken, word: fresh };
    },
    store,
    isStored: async () => (await secrets.get(key)) !== null,
    async forget() {
      const kept = await read();
      await store(null);
      return kept && parse(kept).refreshToken;
    },
  };
}

/** Neither of the two has a space in it. */
function parse(kept: string): { refreshToken: string; word: string | undefined } {
  const [refreshToken = '', word] = kept.split(' ');
  return { refreshToken, word };
}
