import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { lockInstance } from '../../desktop/src/hosts/accounts/instance-lock.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Holds the demo data as a running Balcão does; somebody may be running one here already. */
function holdData(): () => void {
  const data = join(ROOT, '.data');
  mkdirSync(data, { recursive: true });
  try {
    return lockInstance(data);
  } catch {
    return () => {};
  }
}

test('a second start leaves the database of the first alone and says why it ends', async () => {
  const release = holdData();
  const { code, said } = await new Promise<{ code: number | null; said: string }>((resolve) => {
    const child = execFile(process.execPath, ['.scripts/start.ts'], { cwd: ROOT }, (_error, stdout) =>
      resolve({ code: child.exitCode, said: stdout }),
    );
    child.stdout?.on('data', (chunk: string) => {
      if (chunk.includes('Starting')) child.kill('SIGTERM');
    });
  });
  release();
  expect(said).toContain('Balcão is running already');
  expect(said).not.toContain('database');
  expect(code).toBe(1);
});
