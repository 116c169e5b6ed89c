import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A fresh directory for one test. */
export function createTempDir(): { dir: string; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), 'balcao-desktop-'));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
