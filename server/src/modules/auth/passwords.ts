import { hash, verify } from '@node-rs/argon2';

/** OWASP's minimum for argon2id (the library's default kind): 19 MiB, two passes, one lane; 20 ms off the main thread. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Without a hash (no such person) it takes the same time and answers false. */
  verify(hash: string | null, password: string): Promise<boolean>;
}

export function createPasswords(): Passwords {
  /** Of a password that nobody knows. */
  const nobody = hash(crypto.randomUUID(), COST);
  return {
    hash: (password) => hash(password, COST),
    async verify(stored, password) {
      const right = await verify(stored ?? (await nobody), password);
      return right && stored !== null;
    },
  };
}
