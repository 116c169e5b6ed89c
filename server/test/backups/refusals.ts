import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEEP, sampleOf } from '../sample.ts';
import { expectRefused } from './commands.ts';
import type { Installation, Kind, Place } from './installation.ts';

/** What a command refuses, and with which words; nothing is touched by it. */
interface Refusal {
  name: string;
  args: readonly string[];
  words: RegExp;
  /** Which shell commands prepare the disks that it alone sees. */
  disks?: string;
  /** To which moment: `--to`. */
  to?: (installation: Installation & { moment: Date }) => Date | Promise<Date>;
  /** Where backups lie for it; absent: wherever. */
  place?: Place;
  /** Who copies the database; absent: whoever. */
  kind?: Kind;
  /** What is different in its environment. */
  env?: (installation: Installation) => Record<string, string> | Promise<Record<string, string>>;
}

/** Another disk with the copies of pgBackRest, which has so much room more. */
const ownCopies = (megabytes: number) => `copies=$(sed -n 's/^repo1-path=//p' "$PGBACKREST_CONFIG")
      mount -t tmpfs -o size=$(($(du -sk "$copies" | cut -f1) + ${megabytes * 1_024}))k tmpfs /mnt
      cp -a "$copies/." /mnt
      mount --bind /mnt "$copies"`;

/** `DATA_DIR` on a disk of its own with so much room, and all that is there already on its own disks. */
const smallData = (megabytes: number) => `mount -t tmpfs -o size=${megabytes}m,mode=755 tmpfs /mnt
      for one in "$DATA_DIR"/*; do
        if [ -d "$one" ]; then
          mkdir "/mnt/\${one##*/}"
          mount --bind "$one" "/mnt/\${one##*/}"
        else cp -a "$one" /mnt; fi
      done
      mount --rbind /mnt "$DATA_DIR"`;

/** One folder in `DATA_DIR` on a disk of its own, which has so much room more. */
const ownDisk = (name: string, megabytes: number) => `folder="$DATA_DIR/${name}"
      mount -t tmpfs -o size=$(($(du -sk "$folder" | cut -f1) + ${megabytes * 1_024}))k tmpfs /mnt
      cp -a "$folder/." /mnt
      mount --bind /mnt "$folder"`;

/** It is full when something is written, or when the next thing asks for room. */
const FULL_OR_TOO_SMALL = /No room is left|needs \d+ MB in \S+, which has \d+ MB/;

/** Such a disk, which somebody else fills as soon as a trial has made this; nothing of the trial may be left on it. */
const filledDuring = (path: string) => `${smallData(600)}
      (until [ -e "$DATA_DIR/trial${path}" ]; do sleep 0.01; done
        dd if=/dev/zero of="$DATA_DIR/ballast" bs=64k 2> /dev/null || true) &
      code=0
      "$@" || code=$?
      [ ! -e "$DATA_DIR/trial" ] || exit 3
      exit $code`;

const otherWords = {
  words: /is not the one of the backups/,
  async env({ dataDir }: Installation) {
    const other = join(dirname(dataDir), 'other');
    await writeFile(other, 'the words of somebody else');
    return { BACKUP_PASSWORD_FILE: other };
  },
};

async function writeOtherKey(dataDir: string): Promise<string> {
  const other = join(dirname(dataDir), 'other.key');
  await writeFile(other, randomBytes(32).toString('base64'));
  return other;
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
    name: 'another key',
    args: ['backup'],
    words: /All is saved but the key: \S+ is another one/,
    env: async ({ dataDir }) => ({ SECRET_KEY_FILE: await writeOtherKey(dataDir) }),
  },
  {
    name: 'a trial of a backup with another key',
    args: ['backup', 'verify'],
    words: /not whole:\nthe key opens nothing of what was sealed/,
    async env({ dataDir, env }) {
      const SECRET_KEY_FILE = await writeOtherKey(dataDir);
      await expectRefused(['backup'], { ...env, SECRET_KEY_FILE }, /All is saved but the key/);
      return {};
    },
  },
  { name: 'another password', args: ['backup'], ...otherWords },
  { name: 'a trial with another password', args: ['backup', 'verify'], ...otherWords },
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
    name: 'a full disk of data',
    args: ['backup'],
    words: /No room is left/,
    kind: 'pgBackRest',
    disks: `mount -t tmpfs -o size=4k tmpfs "$DATA_DIR/backup"
      echo full > "$DATA_DIR/backup/ballast"`,
  },
  {
    name: 'no room for a copy of the database',
    args: ['backup', '--anew'],
    words: /A copy of the database needs \d+ MB/,
    kind: 'embedded',
    disks: smallData(64),
  },
  {
    name: 'no room for a trial',
    args: ['backup', 'verify'],
    words: /This backup needs \d+ MB in \S+, which has \d+ MB/,
    disks: smallData(64),
  },
  {
    name: 'a disk that is full while files of a trial are taken out',
    args: ['backup', 'verify'],
    words: FULL_OR_TOO_SMALL,
    disks: filledDuring('/raw'),
  },
  {
    name: 'a disk that is full while the database of a trial is restored',
    args: ['backup', 'verify'],
    words: FULL_OR_TOO_SMALL,
    disks: filledDuring('/postgres'),
  },
  {
    name: 'a full disk of pgBackRest',
    args: ['backup', '--anew'],
    words: /No room is left where pgBackRest/,
    kind: 'pgBackRest',
    disks: ownCopies(1),
    // PostgreSQL sees another disk, and archives there.
    env: () => ({ PGBACKREST_ARCHIVE_CHECK: 'n' }),
  },
  {
    name: 'a log that does not reach pgBackRest',
    args: ['backup', '--anew'],
    words: /log does not reach pgBackRest/,
    kind: 'pgBackRest',
    disks: ownCopies(1_000),
    env: () => ({ PGBACKREST_ARCHIVE_TIMEOUT: '1' }),
  },
  {
    name: 'other words of pgBackRest',
    args: ['backup', '--anew'],
    words: /repo1-cipher-pass/,
    kind: 'pgBackRest',
    env: () => ({ PGBACKREST_REPO1_CIPHER_PASS: 'the words of somebody else' }),
  },
  {
    name: 'a copy of pgBackRest that is cut',
    args: ['backup', 'verify'],
    words: /keeps at repo1-path is damaged/,
    kind: 'pgBackRest',
    disks: `${ownCopies(16)}
      find "$copies/backup" -path '*/pg_data/base/*' -type f -size +64k -exec truncate --size=4k {} +`,
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

/** While no server runs: the database is started for the command, and sees its disks. */
const AT_REST: readonly Refusal[] = [
  {
    name: 'a disk that is full while the database copies itself',
    kind: 'embedded',
    args: ['backup', '--anew'],
    words: /No room is left on the disk of the database/,
    disks: ownDisk('backup', 4),
  },
  // The database tries it again and again for a minute.
  ...(DEEP
    ? [
        {
          name: 'a disk that is full while the database copies its log',
          kind: 'embedded',
          args: ['backup'],
          words: /does not copy its log into \S+ \(\w+\): is there room/,
          disks: ownDisk('backup', 4),
        } satisfies Refusal,
      ]
    : []),
  {
    name: 'a full disk of the database',
    kind: 'embedded',
    args: ['backup'],
    words: /No room is left on the disk: .*\(The database did not start/,
    disks: `${ownDisk('postgres', 1)}
      dd if=/dev/zero of=/mnt/ballast bs=4k 2> /dev/null || true`,
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
  { name: 'a restore with another password', args: ['restore'], ...otherWords },
  {
    name: 'a moment before all',
    args: ['restore', '--to', '2001-01-01T00:00:00Z'],
    words: /No backup leads to 2001/,
  },
  {
    name: 'a moment after all',
    args: ['restore', '--to', '2999-01-01T00:00:00Z'],
    words: /2999.* is yet to come/,
  },
  {
    name: 'a disk that is too small for what is restored',
    args: ['restore'],
    words: /This backup needs \d+ MB in \S+, which has 0 MB/,
    disks: 'mount -t tmpfs -o size=4k,mode=755 tmpfs "$DATA_DIR"',
  },
  {
    name: 'a disk that is too small for the database',
    args: ['restore'],
    words: /The database of this backup needs \d+ MB in \S+, which has 8 MB/,
    kind: 'pgBackRest',
    disks: `mount -t tmpfs -o size=8m tmpfs "$(sed -n 's/^pg1-path=//p' "$PGBACKREST_CONFIG")"`,
  },
  {
    name: 'a moment after the log',
    args: ['restore'],
    words: /pgBackRest has of PostgreSQL ends before 20\S+, .*Nothing was touched/,
    kind: 'pgBackRest',
    // The second in which the log ended is over.
    to: () => sleep(1_100).then(() => new Date()),
  },
];

/** Where all was restored; the newest backup has a migration that nobody knows. */
const ON_ANOTHER: readonly Refusal[] = [
  {
    name: 'a restore over another',
    args: ['restore'],
    to: ({ moment }) => moment,
    words: /--replace/,
  },
  {
    name: 'a later version',
    args: ['restore', '--replace'],
    words: /later or another version.*9999_later/,
  },
  // Restic tries it again and again for three quarters of a minute.
  ...(DEEP
    ? [
        {
          name: 'a file of a backup that is cut',
          place: 'folder',
          args: ['restore', '--replace'],
          words: /are damaged/,
          env: async ({ env }) => cut((await filesIn(env, 'data')).slice(0, 1)),
        } satisfies Refusal,
      ]
    : []),
  {
    name: 'a backup that is cut',
    place: 'folder',
    args: ['restore', '--replace'],
    words: /are damaged/,
    env: async ({ env }) => cut(await filesIn(env, 'index')),
  },
  {
    name: 'a trial of backups of which one cannot be read',
    place: 'folder',
    kind: 'embedded',
    args: ['backup', 'verify'],
    words: /are damaged.*Not read: /,
    env: async ({ env }) => cut(await filesIn(env, 'snapshots')),
  },
  {
    name: 'a restore of backups of which none can be read',
    place: 'folder',
    args: ['restore', '--replace'],
    words: /are damaged.*Not read: /,
    env: async ({ env }) => cut(await filesIn(env, 'snapshots')),
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

/** What restic keeps in one of its folders, the largest first. */
async function filesIn({ BACKUP_TO = '' }: Record<string, string>, folder: string): Promise<string[]> {
  const names = await readdir(join(BACKUP_TO, folder), { recursive: true });
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(BACKUP_TO, folder, name);
      return { path, is: await stat(path) };
    }),
  );
  const files = found.filter(({ is }) => is.isFile()).toSorted((a, b) => b.is.size - a.is.size);
  return files.map(({ path }) => path);
}

/** Of each the first half is left, as of a copy that broke off. This machine remembers nothing of them. */
async function cut(files: readonly string[]): Promise<Record<string, string>> {
  for (const file of files) {
    await chmod(file, 0o600);
    await truncate(file, Math.floor((await stat(file)).size / 2));
  }
  return { RESTIC_CACHE_DIR: await mkdtemp(join(tmpdir(), 'balcao-no-cache-')) };
}

const REFUSALS = { atWork: AT_WORK, atRest: AT_REST, onNothing: ON_NOTHING, onAnother: ON_ANOTHER };
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
const drawn = new Map<string, ReadonlySet<Refusal>>();

/** Once for each kind of database and place of backups. */
function drawnFor({ kind, bucket }: Installation): ReadonlySet<Refusal> {
  const place = bucket ? 'bucket' : 'folder';
  const what = `what backups of a database of kind ${kind} in a ${place} refuse`;
  const fitting = Object.values(REFUSALS)
    .flat()
    .filter((one) => (one.place ?? place) === place && (one.kind ?? kind) === kind);
  const known = drawn.get(what) ?? new Set(sampleOf(fitting, COUNT, what, ({ name }) => name));
  drawn.set(what, known);
  return known;
}

export async function expectRefusals(
  when: keyof typeof REFUSALS,
  installation: Installation & { moment: Date },
): Promise<void> {
  for (const refusal of REFUSALS[when]) {
    if (!drawnFor(installation).has(refusal)) continue;
    const env = { ...installation.env, ...(await refusal.env?.(installation)) };
    const to = await refusal.to?.(installation);
    const args = to ? [...refusal.args, '--to', to.toISOString()] : refusal.args;
    await expectRefused(args, env, refusal.words, refusal.disks ? seeing(refusal.disks) : []);
    installation.bucket?.shiftClock(0);
  }
}
