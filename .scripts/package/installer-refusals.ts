import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { Repository } from './apt-repository.ts';
import { DOMAIN, expectRefused, FILE, fromRepository, PACKAGE, type Refusal, sql } from './install-script.ts';
import type { Machine } from './machine.ts';
import { oldPostgres } from './old-postgres.ts';

const asSystem = (id: string, version: string) => ({
  before: `cp /etc/os-release /root/os-release; printf 'ID=${id}\nVERSION_ID="${version}"\nPRETTY_NAME="${id} ${version}"\n' > /etc/os-release`,
  after: 'cat /root/os-release > /etc/os-release',
});
const onDomain = (domain: string) => `${PACKAGE} --domain ${domain} --dry-run`;

export const refusals = (clock: string): Refusal[] => [
  { name: 'no words', args: '', code: 2, says: /--package FILE/ },
  { name: 'unknown words', args: '--please', code: 2, says: /--package FILE/ },
  { name: 'no file', args: '--package /root/none.deb', code: 2, says: /cannot be read/ },
  { name: 'half a file', args: '--package /root/cut.deb --dry-run', code: 2, says: /only a part/ },
  { name: 'another file', args: '--package /root/other.deb', code: 2, says: /no package of Balcão/ },
  { name: 'no key', args: '--repository file:///srv', code: 2, says: /needs --key/ },
  {
    name: 'no such key',
    args: '--repository file:///srv --key /root/none.asc',
    code: 2,
    says: /cannot be read/,
  },
  {
    name: 'a repository that is not there',
    args: '--repository file:///nowhere --key /root/install.sh',
    code: 1,
    says: /nowhere[\s\S]*taking back/,
  },
  { name: 'Debian 11', args: PACKAGE, code: 3, says: /too old/, ...asSystem('debian', '11') },
  { name: 'Ubuntu 22.04', args: PACKAGE, code: 3, says: /take ubuntu 24/, ...asSystem('ubuntu', '22.04') },
  {
    name: 'Ubuntu 24.04',
    args: onDomain('nowhere.invalid'),
    code: 4,
    says: /leads nowhere/,
    ...asSystem('ubuntu', '24.04'),
  },
  {
    name: 'another system',
    args: PACKAGE,
    code: 3,
    says: /for Debian and Ubuntu/,
    ...asSystem('fedora', '42'),
  },
  { name: 'an address as domain', args: onDomain('https://desk/x'), code: 4, says: /no name of a machine/ },
  { name: 'a domain without an address', args: onDomain('nowhere.invalid'), code: 4, says: /leads nowhere/ },
  { name: 'a domain of another machine', args: onDomain('elsewhere.local'), code: 4, says: /192\.0\.2\.99/ },
  {
    name: 'a disk without room',
    args: PACKAGE,
    code: 8,
    says: /needs 1500/,
    before: 'mount -t tmpfs -o size=100m tmpfs /var',
    after: 'umount /var',
  },
  {
    name: 'a clock that is an hour off',
    args: `${PACKAGE} --dry-run`,
    code: 6,
    says: /60 minutes off/,
    env: { CLOCK_URL: clock },
  },
  {
    name: 'such a clock, before apt refuses by it',
    args: PACKAGE,
    code: 6,
    says: /60 minutes off/,
    before: 'mv /usr/bin/apt-get /root',
    after: 'mv /root/apt-get /usr/bin',
    env: { CLOCK_URL: clock },
  },
  {
    name: 'nothing to look at clock and database with',
    args: `${PACKAGE} --database postgres://balcao@db.example.com/balcao --dry-run`,
    code: 0,
    says: /not checked: the clock \([^)]+\), as curl[\s\S]*not checked: the database, as psql is missing/,
    before: 'mv /usr/bin/curl /root',
    after: 'mv /root/curl /usr/bin',
  },
  {
    name: 'no address of a database',
    args: `${PACKAGE} --database here --dry-run`,
    code: 7,
    says: /postgres:\/\//,
  },
];

/** Another program, as this one stands still while a command runs. */
export async function startWrongClock(): Promise<{ url: string; stop(): void }> {
  const program = `
    const { createServer } = require('node:http');
    const server = createServer((_, answer) => {
      answer.setHeader('date', new Date(Date.now() - 3_630_000).toUTCString());
      answer.end();
    });
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const port of createInterface({ input: child.stdout }))
    return { url: `http://127.0.0.1:${port}/`, stop: () => child.kill() };
  throw new Error('The wrong clock does not start.');
}

export async function refuseTakenPorts(machine: Machine): Promise<void> {
  for (const [port, args] of [
    [8080, PACKAGE],
    [80, `${PACKAGE} --domain ${DOMAIN}`],
    [443, `${PACKAGE} --domain ${DOMAIN}`],
  ] as const) {
    const other = createServer();
    await new Promise<void>((resolve, reject) => {
      other.once('error', reject);
      other.listen(port, '127.0.0.1', resolve);
    });
    const says = new RegExp(`listens on port ${port}: end it, or (?:choose another one: (.*))?`);
    try {
      const said = expectRefused(machine, { name: `port ${port}`, args, code: 5, says });
      // What it says is done, and stays so with whatever is taken back or installed below.
      const [, advice] = says.exec(said) ?? [];
      if (advice) machine.run(`${advice} && sh /root/install.sh ${args} --dry-run`);
    } finally {
      other.close();
    }
  }
}

/** A disk of its own for one folder, at each step that writes: what it has beyond `megabytes` is not written. */
interface FullDisk {
  /** Which step finds it so. */
  name: string;
  folder: string;
  /** 0: nothing at all can be written. */
  megabytes: number;
  args?: string;
  /** What is said there meanwhile. */
  env?: Record<string, string>;
}

/** As on a machine whose language that is; it has to be made first. */
const PORTUGUESE = { LC_ALL: 'pt_BR.UTF-8' };

/** Its programs then say in Portuguese what is wrong. */
export function learnPortuguese(machine: Machine): void {
  machine.run(`apt-get update -qq && apt-get install -qq -y --no-install-recommends locales
    localedef --inputfile=pt_BR --charmap=UTF-8 pt_BR.UTF-8 && apt-get clean`);
  assert.match(machine.run('apt-get --dry-run upgrade', { env: PORTUGUESE }).said, /^Lendo/);
}

export const FULL_DISKS: readonly FullDisk[] = [
  { name: 'of temporary files', folder: '/tmp', megabytes: 0 },
  {
    name: 'while the key of a repository is written',
    folder: '/etc/apt',
    megabytes: 0,
    args: '--repository file:///srv --key /root/install.sh',
  },
  { name: 'of lists of packages', folder: '/var/lib/apt/lists', megabytes: 1 },
  {
    name: 'of fetched packages, in Portuguese',
    folder: '/var/cache/apt/archives',
    megabytes: 1,
    env: PORTUGUESE,
  },
  { name: 'while it is unpacked', folder: '/usr/lib/balcao', megabytes: 20 },
  { name: 'while PostgreSQL makes its files', folder: '/var/lib/postgresql', megabytes: 20 },
  { name: 'while the settings are written', folder: '/etc/balcao', megabytes: 0 },
  { name: 'while the database is filled', folder: '/var/lib/postgresql', megabytes: 44 },
  { name: 'while the key is made', folder: '/var/lib/balcao', megabytes: 0 },
  {
    name: 'while Caddy is unpacked',
    folder: '/etc/caddy',
    megabytes: 0,
    args: `${PACKAGE} --domain ${DOMAIN}`,
  },
];

export function fillDisk(
  machine: Machine,
  { name, folder, megabytes, args = PACKAGE, env = {} }: FullDisk,
): void {
  const size = megabytes === 0 ? '4k' : `${megabytes}m`;
  expectRefused(machine, {
    name,
    args,
    env,
    code: 8,
    // Nothing is done yet when there is no room for notes of what is to be taken back.
    says: folder === '/tmp' ? /the disk of \/tmp is full/ : /the disk (of \S+ )?is full[\s\S]*taking back/,
    before: `mkdir -p ${folder} && mount -t tmpfs -o size=${size} tmpfs ${folder}
      ${megabytes === 0 ? `echo full > ${folder}/ballast` : ''}`,
    after: `umount ${folder}; rmdir ${folder} 2> /dev/null || true`,
  });
}

/** Its certificate is of an unknown authority; its packages are signed by another key than the one that was given; it is of later. */
export function refuseRepository(machine: Machine, repository: Repository): void {
  const refused = { code: 1, args: fromRepository({ ...repository, key: repository.otherKey }) };
  expectRefused(machine, {
    ...refused,
    name: 'an unknown authority',
    says: /certificate[\s\S]*taking back/i,
  });
  repository.believe();
  expectRefused(machine, {
    ...refused,
    name: 'another key',
    says: /(NO_PUBKEY|not signed|missing key)[\s\S]*taking back/i,
  });
  // Apt is the first to look at the clock where there is no curl.
  repository.offer(FILE, '1 hour');
  expectRefused(machine, {
    name: 'a repository of a later hour',
    args: fromRepository(repository),
    code: 6,
    says: /not valid yet[\s\S]*this machine's clock \(.*\) may be behind[\s\S]*taking back/,
  });
  repository.offer(FILE);
}

/** Its tables are made by then; the port of its figures is PostgreSQL's. */
function lateFailure(machine: Machine): Refusal {
  sql(machine, "create role landlord superuser login password 'x'");
  sql(machine, 'create database late');
  return {
    name: 'a server that does not start on a database elsewhere',
    args: `${PACKAGE} --database postgres://landlord:x@127.0.0.1/late --domain ${DOMAIN}`,
    code: 1,
    says: /the server does not get ready: [\s\S]*5432[\s\S]*what was made in the database stays there, and the next run goes on/,
    before: 'echo METRICS_PORT=5432 >> /etc/balcao/server.env',
    after: `sed -i /^METRICS_PORT/d /etc/balcao/server.env
      systemctl reset-failed 'balcao-*' && systemctl restart balcao-migrate balcao-api balcao-sessions@1`,
  };
}

export async function refuseDatabases(machine: Machine, cache: string): Promise<void> {
  sql(machine, "create role poor login password 'x'");
  sql(machine, "create role rich login createrole password 'x'");
  sql(machine, 'create database poor');
  const on = (user: string, port = 5432) =>
    `${PACKAGE} --database postgres://${user}@127.0.0.1:${port}/poor --domain ${DOMAIN}`;
  expectRefused(machine, lateFailure(machine));
  const old = oldPostgres(machine, cache);
  try {
    for (const refusal of [
      { name: 'a wrong password', args: on('poor:y'), says: /does not let us in: .*password/ },
      { name: 'nobody there', args: on('poor:x', 1), says: /does not let us in: .*refused/ },
      { name: 'a user who makes no roles', args: on('poor:x'), says: /may not make roles/ },
      { name: 'a user who makes no tables', args: on('rich:x'), says: /may not make tables/ },
      { name: 'too old', args: on('postgres', old.port), says: /PostgreSQL 14: Balcão needs 15/ },
    ])
      expectRefused(machine, { ...refusal, code: 7 });
    // The package alone, without the installer.
    const env = { DATABASE_URL: `postgres://postgres@127.0.0.1:${old.port}/poor` };
    const { code, said } = machine.run('balcao migrate', { mayFail: true, env });
    assert.deepEqual([code, /PostgreSQL 14\S*: Balcão needs version 15/.test(said)], [1, true], said);
  } finally {
    old.stop();
  }
}
