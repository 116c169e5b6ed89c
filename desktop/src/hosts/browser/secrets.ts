import { z } from 'zod';
import type { SecretStore } from '../host.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

const content = z.record(z.string(), z.string());

/**
 * Refresh tokens in a file that only this person may read. There is no keyring without a desktop program, and a key
 * beside the file would only look safe: a program that can read the user's files can read the key too.
 */
export function createFileSecrets(path: string): SecretStore {
  // Writes run one after the other, so that two changes cannot overwrite each other.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };

  /** A damaged file counts as absent: a fresh sign-in, never a start that fails for ever. */
  async function read(): Promise<Record<string, string>> {
    const text = await readPrivateFile(path);
    try {
      return content.parse(JSON.parse(text ?? '{}'));
    } catch {
      return {};
    }
  }

  return {
    durable: true,
    sealed: false,
    get: (key) => inTurn(async () => (await read())[key] ?? null),
    set: (key, value) =>
      inTurn(async () => {
        const { [key]: _previous, ...others } = await read();
        await writePrivateFile(path, JSON.stringify(value === null ? others : { ...others, [key]: value }));
      }),
  };
}
