import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createLanes } from '../../platform/lanes.ts';

/** OWASP's minimum for argon2id (the library's default kind): 19 MiB, two passes, one lane; 20 ms off the main thread. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** However many sign in at once, a core stays free for those who work, and a thread of Node's four for files. */
const AT_ONCE = Math.min(3, Math.max(1, availableParallelism() - 1));

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Without a hash (no such person) it takes the same time and answers false. */
  verify(hash: string | null, password: string): Promise<boolean>;
}

export function createPasswords(): Passwords {
  /** Of a password that nobody knows. */
  const nobody = hash(crypto.randomUUID(), COST);
  const turns = createLanes(AT_ONCE);
  return {
    hash: (password) => turns.run([], () => hash(password, COST)),
    async verify(stored, password) {
      const known = stored ?? (await nobody);
      const right = await turns.run([], () => verify(known, password));
      return right && stored !== null;
    },
  };
}
