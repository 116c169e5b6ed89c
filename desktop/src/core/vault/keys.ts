import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { SecretStore } from '../../hosts/host.ts';
import type { Key } from './sealed-bytes.ts';

/** Keys of accounts on this computer, each under its own name: a key is never overwritten. */
export interface Keys {
  /** Null: the system does not hand it out, now or ever again. */
  get(id: string): Promise<Key | null>;
  /** A new key and its name. @throws Error when the system does not keep it */
  make(): Promise<{ id: string; key: Key }>;
  forget(id: string): Promise<void>;
}

const LENGTH = 32;

export function createKeys(secrets: SecretStore): Keys {
  async function get(id: string): Promise<Key | null> {
    const stored = await secrets.get(nameOf(id));
    const key = stored === null ? null : Buffer.from(stored, 'base64');
    return key?.length === LENGTH ? key : null;
  }

  return {
    get,
    async make() {
      if (!secrets.sealed) throw new Error('the system has no safe place for a key');
      const id = uuidv7();
      const key = randomBytes(LENGTH);
      await secrets.set(nameOf(id), key.toString('base64'));
      // Nothing is sealed with a key that would be missing later.
      if (!(await get(id))?.equals(key)) throw new Error('the system did not keep the key');
      return { id, key };
    },
    forget: (id) => secrets.set(nameOf(id), null),
  };
}

const nameOf = (id: string) => `databaseKey-${id}`;
