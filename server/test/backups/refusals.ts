import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sampleOf } from '../sample.ts';
import { expectRefused } from './commands.ts';
import type { Installation } from './installation.ts';

/** What a command refuses, and with which words; nothing is touched by it. */
interface Refusal {
  name: string;
  args: readonly string[];
  words: RegExp;
  /** What is different in its environment. */
  env?: (installation: Installation) => Record<string, string> | Promise<Record<string, string>>;
}

/** While people work. */
const AT_WORK: readonly Refusal[] = [
  { name: 'a restore beside a server', args: ['restore'], words: /running.*stop/ },
  {
    name: 'a disk that is not there',
    args: ['backup'],
    words: /no backups at/,
    env: () => ({ BACKUP_TO: '/tmp/unmounted' }),
  },
  {
    name: 'no key',
    args: ['backup'],
    words: /All is saved but the key/,
    env: () => ({ SECRET_KEY_FILE: '/nowhere/key' }),
  },
  {
    name: 'another password',
    args: ['backup'],
    words: /is not the one of the backups/,
    async env({ dataDir }) {
      const other = join(dataDir, 'other');
      await writeFile(other, 'the words of somebody else');
      return { BACKUP_PASSWORD_FILE: other };
    },
  },
];

/** On a machine that has nothing yet. */
const ON_NOTHING: readonly Refusal[] = [
  {
    name: 'a restore from nowhere',
    args: ['restore'],
    words: /no backups at/,
    env: () => ({ BACKUP_TO: '/nowhere/at/all' }),
  },
  {
    name: 'a moment before all',
    args: ['restore', '--to', '2001-01-01T00:00:00Z'],
    words: /No backup leads to 2001/,
  },
];

/** Where all was restored; the newest backup has a migration that nobody knows. */
const ON_ANOTHER: readonly Refusal[] = [
  { name: 'a restore over another', args: ['restore'], words: /--replace/ },
  {
    name: 'a later version',
    args: ['restore', '--replace'],
    words: /later or another version.*9999_later/,
  },
  {
    name: 'a damaged backup',
    args: ['restore', '--replace'],
    words: /damaged/,
    async env({ env }) {
      const index = join(env.BACKUP_TO ?? '', 'index');
      for (const name of await readdir(index)) await rm(join(index, name));
      return {};
    },
  },
];

const REFUSALS = { atWork: AT_WORK, onNothing: ON_NOTHING, onAnother: ON_ANOTHER };
const drawn = new Set(sampleOf(Object.values(REFUSALS).flat(), 4, 'what backups refuse', ({ name }) => name));

export async function expectRefusals(when: keyof typeof REFUSALS, installation: Installation): Promise<void> {
  for (const refusal of REFUSALS[when]) {
    if (!drawn.has(refusal)) continue;
    const env = { ...installation.env, ...(await refusal.env?.(installation)) };
    await expectRefused(refusal.args, env, refusal.words);
  }
}
