import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sampleOf } from '../sample.ts';
import { expectRefused } from './commands.ts';
import type { Installation, Place } from './installation.ts';

/** What a command refuses, and with which words; nothing is touched by it. */
interface Refusal {
  name: string;
  args: readonly string[];
  words: RegExp;
  /** Which shell commands prepare the disks that it alone sees. */
  disks?: string;
  /** To the moment that was restored. */
  isBack?: true;
  /** Where backups lie for it; absent: wherever. */
  place?: Place;
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
  {
    name: 'a full disk of backups',
    place: 'folder',
    args: ['backup'],
    words: /No room is left at/,
    disks: `mount -t tmpfs -o size=$(($(du -sk "$BACKUP_TO" | cut -f1) + 64))k tmpfs /mnt
      cp -a "$BACKUP_TO/." /mnt
      dd if=/dev/zero of=/mnt/ballast bs=4k 2> /dev/null || true
      export BACKUP_TO=/mnt`,
  },
  {
    name: 'a full disk of temporary files',
    args: ['backup'],
    words: /No room is left at/,
    disks: `mount -t tmpfs -o size=4k tmpfs /mnt
      echo full > /mnt/ballast
      export TMPDIR=/mnt`,
  },
  {
    name: 'a key that the bucket does not know',
    place: 'bucket',
    args: ['backup'],
    words: /does not take the key/,
    env: () => ({ BACKUP_S3_ACCESS_KEY_ID: 'somebody' }),
  },
  {
    name: 'a secret that is another one',
    place: 'bucket',
    args: ['backup'],
    words: /does not take the key/,
    env: () => ({ BACKUP_S3_SECRET_ACCESS_KEY: 'something' }),
  },
  {
    name: 'a clock that is an hour off',
    place: 'bucket',
    args: ['backup'],
    words: /The clock of this machine/,
    env: ({ bucket }) => {
      bucket?.shiftClock(3_600_000);
      return {};
    },
  },
  {
    name: 'a bucket that is away',
    place: 'bucket',
    args: ['backup'],
    words: /does not answer now/,
    env: () => ({ BACKUP_TO: 's3:http://127.0.0.1:9/balcao-test/backups' }),
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
  {
    name: 'a disk that is too small for what is restored',
    args: ['restore'],
    words: /No room is left/,
    disks: 'mount -t tmpfs -o size=4k,mode=755 tmpfs "$DATA_DIR"',
  },
];

/** Where all was restored; the newest backup has a migration that nobody knows. */
const ON_ANOTHER: readonly Refusal[] = [
  { name: 'a restore over another', args: ['restore'], isBack: true, words: /--replace/ },
  {
    name: 'a later version',
    args: ['restore', '--replace'],
    words: /later or another version.*9999_later/,
  },
  {
    name: 'a damaged backup',
    args: ['restore', '--replace'],
    words: /damaged/,
    async env({ env, bucket }) {
      if (bucket) {
        for (const key of bucket.objects.keys()) if (key.includes('/index/')) bucket.take(key);
        return {};
      }
      const index = join(env.BACKUP_TO ?? '', 'index');
      for (const name of await readdir(index)) await rm(join(index, name));
      return {};
    },
  },
];

const REFUSALS = { atWork: AT_WORK, onNothing: ON_NOTHING, onAnother: ON_ANOTHER };
/** Mounts of its own, which go with it. */
const seeing = (disks: string): string[] => [
  'unshare',
  ...(process.getuid?.() === 0 ? [] : ['--map-root-user']),
  '--mount',
  'sh',
  '-ec',
  `${disks}\nexec "$@"`,
  'sh',
];

const COUNT = 4;
const drawn = (['folder', 'bucket'] as const).map((place) => {
  const all = Object.values(REFUSALS).flat();
  const fitting = all.filter((refusal) => (refusal.place ?? place) === place);
  return new Set(sampleOf(fitting, COUNT, `what backups in a ${place} refuse`, ({ name }) => name));
});

export async function expectRefusals(
  when: keyof typeof REFUSALS,
  installation: Installation & { moment: Date },
): Promise<void> {
  for (const refusal of REFUSALS[when]) {
    if (!drawn[installation.bucket ? 1 : 0]?.has(refusal)) continue;
    const env = { ...installation.env, ...(await refusal.env?.(installation)) };
    const args = refusal.isBack ? [...refusal.args, '--to', installation.moment.toISOString()] : refusal.args;
    await expectRefused(args, env, refusal.words, refusal.disks ? seeing(refusal.disks) : []);
    installation.bucket?.shiftClock(0);
  }
}
