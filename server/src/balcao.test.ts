import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** As an operator types it, on a machine where nothing is. */
function balcao(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'balcao.ts'), ...args],
    {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        DATA_DIR: join(tmpdir(), 'balcao-nowhere'),
        DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nowhere',
        BACKUP_TO: '/nowhere',
        BACKUP_PASSWORD_FILE: '/nowhere',
      },
    },
  );
  return { status, stdout, stderr };
}

it('shows how a command is called to whoever asks, and to whoever calls it wrongly', () => {
  expect(balcao('backup', '--help')).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^balcao backup \[--anew\].*\n {4}saves database/),
    stderr: '',
  });
  expect(balcao('drain', '--all')).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/Unknown option '--all'.*\nbalcao drain MACHINE \[--undo\]\n/),
  });
}, 30_000);

it('refuses to restore what nobody has done yet, before it looks anywhere', () => {
  expect(balcao('restore', '--replace', '--to', '2999-01-01T00:00:00Z')).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^2999-01-01T00:00:00.000Z is yet to come: /),
  });
}, 30_000);
