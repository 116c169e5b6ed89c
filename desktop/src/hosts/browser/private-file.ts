import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';

/** The content, or null when there is no such file. */
export async function readPrivateFile(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** Writes a file that only its owner may read; after a crash it holds the old content or the new, never a part. */
export async function writePrivateFile(path: string, content: string): Promise<void> {
  const part = `${path}.${randomUUID()}`;
  try {
    await writeFile(part, content, { mode: 0o600, flush: true });
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
