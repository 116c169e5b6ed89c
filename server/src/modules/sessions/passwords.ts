import { availableParallelism } from 'node:os';
import { AppError } from '@balcao/shared/errors.ts';
import { hash } from '@node-rs/argon2';
import { createHashThreads } from './hash-threads.ts';

/** What a hash of argon2id costs, the library's default kind. */
export interface PasswordCost {
  /** KiB */
  memoryCost: number;
  /** Passes over that memory. */
  timeCost: number;
  parallelism: number;
}

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane; 20 ms off the main thread. */
const COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** However many sign in at once, a core stays free for those who work. */
const AT_ONCE = Math.min(3, Math.max(1, availableParallelism() - 1));

/** Some seconds of work: whoever comes after these is told to try again, so that strangers cannot fill the server. */
const MAX_WAITING = 200;

/** Both throw ERR_UNAVAILABLE when too many are waiting. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Without a hash (no such person) it takes the same time and answers false. */
  verify(hash: string | null, password: string): Promise<boolean>;
  /** Made when hashing cost less than today: whoever has the password at hand replaces it. */
  isOutdated(hash: string): boolean;
}

/** @param options.cost only tests, which hash often and keep nothing secret, take less */
export function createPasswords({ mostWaiting = MAX_WAITING, cost = COST } = {}): Passwords {
  /** The hash of a password that no one knows. */
  const nobody = hash(crypto.randomUUID(), cost);
  const threads = createHashThreads(AT_ONCE);
  let waiting = 0;

  async function bounded<T>(work: () => Promise<T>): Promise<T> {
    if (waiting >= mostWaiting) throw new AppError('ERR_UNAVAILABLE');
    waiting += 1;
    try {
      return await work();
    } finally {
      waiting -= 1;
    }
  }

  return {
    hash: (password) => bounded(() => threads.hash(password, cost)),
    async verify(stored, password) {
      const known = stored ?? (await nobody);
      const right = await bounded(() => threads.verify(known, password));
      return right && stored !== null;
    },
    isOutdated(stored) {
      // PHC string: $argon2id$v=19$m=19456,t=2,p=1$salt$hash
      const [, memory = 0, passes = 0] = /^\$argon2id\$.*\bm=(\d+),t=(\d+),/.exec(stored) ?? [];
      return Number(memory) < cost.memoryCost || Number(passes) < cost.timeCost;
    },
  };
}
