import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { openRepository, type Repository } from './apt-repository.ts';
import type { Machine } from './machine.ts';
import { until } from './newcomer.ts';
import { oldPostgres } from './old-postgres.ts';
import { step } from './report.ts';
import { variantOf } from './variants.ts';

const HERE = join(import.meta.dirname, '../../server/packaging');
/** Caddy signs names under `.local` itself, as no authority on the internet would. */
const DOMAIN = 'desk.balcao.local';
const OTHER_DOMAIN = 'other.balcao.local';
const CADDYFILE = '/etc/caddy/Caddyfile';
const FILE = '/root/balcao-server.deb';
const PACKAGE = `--package ${FILE}`;
/** The server looks once a minute at what is due. */
const HEARD_MS = 150_000;

/** Words that it gets, with what is wrong with the machine meanwhile. */
interface Refusal {
  name: string;
  args: string;
  code: number;
  says: RegExp;
  before?: string;
  after?: string;
  env?: Record<string, string>;
}

/** Whatever is wrong is a sentence and an exit code, and leaves nothing behind; what is right ends with the address. */
export async function proveInstaller(machine: Machine, current: string, cache: string): Promise<void> {
  cpSync(join(HERE, 'install.sh'), join(machine.root, 'root/install.sh'));
  cpSync(current, join(machine.root, FILE));
  machine.run(`head -c 5000000 ${FILE} > /root/cut.deb && echo no package > /root/other.deb`);
  // A rented machine has the first line; Caddy does not start without it.
  machine.run(
    `echo '127.0.0.1 localhost\n192.0.2.99 elsewhere.local\n127.0.1.1 ${DOMAIN} ${OTHER_DOMAIN}' >> /etc/hosts`,
  );
  const clock = await startWrongClock();
  try {
    await step('refuses wrong words, systems, domains, clocks and full disks', () => {
      for (const refusal of refusals(clock.url)) expectRefused(machine, refusal);
    });
  } finally {
    clock.stop();
  }
  await step('refuses ports that are taken', () => refuseTakenPorts(machine));
  for (const full of FULL_DISKS)
    await step(`refuses a full disk ${full.name}, and takes all back`, () => fillDisk(machine, full));
  await step('a dry run does nothing', () => {
    const before = stateOf(machine);
    assert.match(install(machine, `${PACKAGE} --domain ${DOMAIN} --dry-run`).said, /Caddy takes the ports/);
    assert.deepEqual(stateOf(machine), before);
  });
  const repository = await openRepository(machine, FILE);
  try {
    await step('refuses a repository that nobody vouches for', () => refuseRepository(machine, repository));
    await step('from a repository over HTTPS, with a certificate', () =>
      installAll(machine, `${fromRepository(repository)} --domain ${DOMAIN}`),
    );
    await step('again, from there and by the file: nothing is done twice', () => {
      const before = stateOf(machine);
      for (const from of [fromRepository(repository), PACKAGE]) {
        expectAddress(install(machine, `${from} --domain ${DOMAIN}`).said);
        assert.deepEqual(stateOf(machine), before);
      }
    });
    await step('the operator hears of a later version in the repository', () =>
      hearOfLater(machine, current, repository),
    );
  } finally {
    repository.stop();
  }
  await step('a full disk during an update leaves the version before at work', () =>
    failToUpdate(machine, current),
  );
  await step('to another domain and back, with what Caddy had before', () => changeDomain(machine));
  await step('leaves a Caddy alone that serves other sites', () => leaveOtherSites(machine));
  await step('refuses databases that will not do', () => refuseDatabases(machine, cache));
}

/** Of the newest Ubuntu that it takes: from the file to the address, and once more. */
export async function proveUbuntu(machine: Machine, current: string): Promise<void> {
  cpSync(join(HERE, 'install.sh'), join(machine.root, 'root/install.sh'));
  cpSync(current, join(machine.root, FILE));
  machine.run(`echo '127.0.0.1 localhost\n127.0.1.1 ${DOMAIN}' >> /etc/hosts`);
  const args = `${PACKAGE} --domain ${DOMAIN}`;
  await step('installed, with a certificate', () => installAll(machine, args));
  await step('again: nothing is done twice', () => {
    const before = stateOf(machine);
    expectAddress(install(machine, args).said);
    assert.deepEqual(stateOf(machine), before);
  });
}

const install = (machine: Machine, args: string, env: Record<string, string> = {}) =>
  machine.run(`sh /root/install.sh ${args}`, { mayFail: true, env });

function expectRefused(machine: Machine, { name, args, code, says, ...around }: Refusal): string {
  const state = stateOf(machine);
  if (around.before) machine.run(around.before);
  const ended = install(machine, args, around.env);
  if (around.after) machine.run(around.after);
  assert.equal(ended.code, code, `${name}: ${ended.said}`);
  assert.match(ended.said, says, name);
  assert.deepEqual(stateOf(machine), state, `${name}: ${ended.said}`);
  return ended.said;
}

/** All that it could leave behind: packages, settings, sources, data, and files of its own. */
function stateOf(machine: Machine): string[] {
  const { said } = machine.run(
    `dpkg-query --show --showformat '\${Package} \${Version} \${db:Status-Status}\\n'
    find /etc/balcao /etc/caddy /etc/apt -type f -exec md5sum {} + 2> /dev/null | sort
    ls -d /etc/balcao /var/lib/balcao /var/lib/postgresql /usr/lib/balcao/* /tmp/tmp.* 2> /dev/null || true`,
  );
  return said.split('\n');
}

const asSystem = (id: string, version: string) => ({
  before: `cp /etc/os-release /root/os-release; printf 'ID=${id}\nVERSION_ID="${version}"\nPRETTY_NAME="${id} ${version}"\n' > /etc/os-release`,
  after: 'cat /root/os-release > /etc/os-release',
});
const onDomain = (domain: string) => `${PACKAGE} --domain ${domain} --dry-run`;

const refusals = (clock: string): Refusal[] => [
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
async function startWrongClock(): Promise<{ url: string; stop(): void }> {
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

async function refuseTakenPorts(machine: Machine): Promise<void> {
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
}

const FULL_DISKS: readonly FullDisk[] = [
  { name: 'of temporary files', folder: '/tmp', megabytes: 0 },
  { name: 'of lists of packages', folder: '/var/lib/apt/lists', megabytes: 1 },
  { name: 'of fetched packages', folder: '/var/cache/apt/archives', megabytes: 1 },
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

/** The server asks apt each hour: at its next minute where it has forgotten when it did. */
async function hearOfLater(machine: Machine, current: string, repository: Repository): Promise<void> {
  const later = variantOf(current, join(machine.root, 'root'), '9.0.0');
  const doctor = async () => machine.run('balcao doctor', { mayFail: true }).said;
  const isTold = (said: string) =>
    /^WARNING {2}Programs: A later version .* is there: 9\.0\.0\.$/m.test(said);
  assert.ok(!isTold(await doctor()));
  repository.offer(`/root/${basename(later)}`);
  rmSync(later);
  machine.run('apt-get update -qq');
  sql(machine, "delete from health_looks where name = 'package'", 'balcao');
  await until(doctor, isTold, HEARD_MS);
  repository.offer(FILE);
  machine.run('apt-get update -qq');
}

function failToUpdate(machine: Machine, current: string): void {
  const later = variantOf(current, join(machine.root, 'root'), '9.0.0');
  const args = `--package /root/${basename(later)} --domain ${DOMAIN}`;
  fillDisk(machine, { name: 'while an update is unpacked', folder: '/usr/lib/balcao', megabytes: 20, args });
  rmSync(later);
  const { said } = machine.run('systemctl is-active balcao-api balcao-sessions@1');
  assert.equal(said, 'active\nactive\n');
  machine.run(`curl --silent --fail https://${DOMAIN}/health/ready`);
}

function fillDisk(machine: Machine, { name, folder, megabytes, args = PACKAGE }: FullDisk): void {
  const size = megabytes === 0 ? '4k' : `${megabytes}m`;
  expectRefused(machine, {
    name,
    args,
    code: 8,
    // Nothing is done yet when there is no room for notes of what is to be taken back.
    says: folder === '/tmp' ? /the disk of \/tmp is full/ : /the disk (of \S+ )?is full[\s\S]*taking back/,
    before: `mkdir -p ${folder} && mount -t tmpfs -o size=${size} tmpfs ${folder}
      ${megabytes === 0 ? `echo full > ${folder}/ballast` : ''}`,
    after: `umount ${folder}; rmdir ${folder} 2> /dev/null || true`,
  });
}

const fromRepository = ({ url, key }: Pick<Repository, 'url' | 'key'>) => `--repository ${url} --key ${key}`;

/** Its certificate is of an unknown authority; then its packages are signed by another key than the one that was given. */
function refuseRepository(machine: Machine, repository: Repository): void {
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
}

function installAll(machine: Machine, args: string): void {
  // What an operator's browser does by itself with a certificate of the internet.
  machine.run(
    `sh -c 'root=/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt
      until [ -s $root ]; do sleep 0.5; done
      cp $root /usr/local/share/ca-certificates/caddy.crt && update-ca-certificates' > /dev/null 2>&1 &`,
  );
  const { said } = install(machine, args);
  expectAddress(said);
  assert.doesNotMatch(said, /does not answer yet/);
  machine.run(`curl --silent --fail https://${DOMAIN}/health/ready`);
}

/** The one copy of what was there before us stays, and nothing else changes; all services read the settings anew. */
function changeDomain(machine: Machine): void {
  const before = stateOf(machine);
  machine.run('systemctl enable --quiet --now balcao-sessions@2');
  const second = () => machine.run('systemctl show --property MainPID balcao-sessions@2').said;
  const process = second();
  const original = machine.run(`cat ${CADDYFILE}.before-balcao`).said;
  assert.doesNotMatch(original, /Balcão/);
  expectAddress(install(machine, `${PACKAGE} --domain ${OTHER_DOMAIN}`).said, OTHER_DOMAIN);
  assert.notEqual(second(), process);
  const { said } = machine.run(`cat ${CADDYFILE}`);
  assert.deepEqual([said.includes(`\n${OTHER_DOMAIN} {`), said.includes(DOMAIN)], [true, false], said);
  assert.equal(machine.run(`cat ${CADDYFILE}.before-balcao`).said, original);
  expectAddress(install(machine, `${PACKAGE} --domain ${DOMAIN}`).said);
  machine.run('systemctl disable --quiet --now balcao-sessions@2');
  assert.deepEqual(stateOf(machine), before);
}

function leaveOtherSites(machine: Machine): void {
  machine.run(`cp -a ${CADDYFILE} /root/Caddyfile`);
  for (const ours of [':', 'cat /root/Caddyfile'])
    expectRefused(machine, {
      name: 'other sites',
      args: `${PACKAGE} --domain ${OTHER_DOMAIN}`,
      code: 5,
      says: new RegExp(`Caddy serves other sites here[\\s\\S]*\n${OTHER_DOMAIN} \\{`),
      before: `{ ${ours}; printf '\nshop.balcao.local {\n\trespond shop\n}\n'; } > ${CADDYFILE}`,
      after: `grep -q shop ${CADDYFILE} && cp -a /root/Caddyfile ${CADDYFILE}`,
    });
  // Whoever has added it by hand is let in.
  machine.run(`printf '\nshop.balcao.local {\n\trespond shop\n}\n' >> ${CADDYFILE}`);
  const before = stateOf(machine);
  expectAddress(install(machine, `${PACKAGE} --domain ${DOMAIN}`).said);
  assert.deepEqual(stateOf(machine), before);
  machine.run(
    'curl --silent --fail --connect-to shop.balcao.local:443:127.0.0.1:443 https://shop.balcao.local',
  );
  machine.run(`cp -a /root/Caddyfile ${CADDYFILE} && systemctl reload caddy`);
}

const expectAddress = (said: string, domain = DOMAIN) => {
  assert.ok(said.includes(`https://${domain}`), said);
  assert.match(said, /^Set-up code: \S+$/m, said);
};

const sql = (machine: Machine, words: string, database = 'postgres') =>
  machine.run(
    `cd / && setpriv --reuid=postgres --regid=postgres --init-groups psql -XAtqc "${words}" ${database}`,
  );

async function refuseDatabases(machine: Machine, cache: string): Promise<void> {
  sql(machine, "create role poor login password 'x'");
  sql(machine, "create role rich login createrole password 'x'");
  sql(machine, 'create database poor');
  const on = (user: string, port = 5432) =>
    `${PACKAGE} --database postgres://${user}@127.0.0.1:${port}/poor --domain ${DOMAIN}`;
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
