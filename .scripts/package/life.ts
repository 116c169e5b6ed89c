import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { SandboxInfo } from '../../server/sandbox/cli.ts';
import { freePort } from '../../server/src/platform/free-port.ts';
import { proveBackups } from './backups.ts';
import type { Machine } from './machine.ts';
import { createNewcomer, type Newcomer, until } from './newcomer.ts';
import { say, step } from './report.ts';

/** Three versions of the package, each later than the one before. */
export interface Packages {
  earlier: string;
  /** Its migration fails. */
  broken: string;
  current: string;
}

const HEARD = ['Tem pão de queijo?', 'Tem café?', 'E pão francês?', 'Quanto custa?'] as const;
const [FIRST, IN_FULL_DISK, IN_FAILED_UPDATE, AFTER_UPDATE] = HEARD;
const SERVICES = ['balcao-api.service', 'balcao-sessions@1.service'];
/** How exposed each unit may be, of 10. */
const MOST_EXPOSED = 2.5;
const AS_POSTGRES = 'cd / && setpriv --reuid=postgres --regid=postgres --init-groups';
/** It fills a small disk of the database, which it finds there. */
export const FULL_MIGRATION = `
  create table later tablespace small as select repeat('x', 1000) as words from generate_series(1, 100000);`;
const SETTINGS = 'etc/balcao/server.env';

/** Installed, used, updated with and without luck, removed and purged. @throws at the first thing that is not so */
export async function proveLife(machine: Machine, packages: Packages, sandbox: SandboxInfo): Promise<void> {
  const started = performance.now();
  const url = `http://127.0.0.1:${await freePort(8080)}`;
  await step('installed, with PostgreSQL', () => installFirst(machine, packages.earlier));
  await step('set up, and started', () => configure(machine, url, sandbox));
  const newcomer = createNewcomer(url, sandbox.control);
  await step('the first company', () => foundCompany(machine, newcomer));
  await step('a phone is linked', () => newcomer.link());
  await step('its first message', () => newcomer.hear(FIRST));
  say(
    `  ${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  from a fresh Debian to the first message`,
  );

  await step('an update on a full disk leaves the version before at work', () =>
    failOnFullDisk(machine, packages, newcomer),
  );
  await step('an update whose migration fills the disk leaves the version before at work', () =>
    failToUpdate(machine, packages, newcomer),
  );
  await step('a version for which the disk has no room is not put to work', () => failToActivate(machine));
  await step('an update keeps everything', () => update(machine, packages, newcomer, url));
  await step('its services are shut off from the machine', () => expectShut(machine));
  if (machine.startsServices) await step('backups by their timers', () => proveBackups(machine, HEARD));
  else say('  NOT TRIED: backups by their timers, which need systemd.');
  await step('removed and installed again, everything is there', () =>
    comeBack(machine, packages, newcomer, url),
  );
  await step('purged: asks, and keeps or removes', () => purge(machine, packages));
}

/** Copied into it first, as somebody does who has only the file. */
function install(machine: Machine, file: string, mayFail?: true) {
  const name = basename(file);
  cpSync(file, join(machine.root, 'var/tmp', name));
  return machine.run(`apt-get update -qq && apt-get install -y --no-install-recommends /var/tmp/${name}`, {
    ...(mayFail ? { mayFail } : {}),
  });
}

/** Where nothing starts PostgreSQL while it is installed, the package finds none, says so, and is told when there is one. */
function installFirst(machine: Machine, file: string): void {
  const { said } = install(machine, file);
  if (machine.startsServices) return;
  assert.match(said, /no PostgreSQL answers[\s\S]*it does not run yet/);
  machine.run('pg_ctlcluster "$(pg_lsclusters --no-header | cut -d" " -f1)" main start');
  machine.run('dpkg-reconfigure balcao-server');
}

/** The simulated network stands where WhatsApp would; nothing else is set. */
async function configure(machine: Machine, url: string, sandbox: SandboxInfo): Promise<void> {
  const file = join(machine.root, SETTINGS);
  cpSync(sandbox.caFile, join(machine.root, 'etc/balcao/sandbox.pem'));
  machine.run('chgrp balcao /etc/balcao/sandbox.pem');
  const lines = [
    `PORT=${new URL(url).port}`,
    `WHATSAPP_URL=${sandbox.url}`,
    'WHATSAPP_CA_FILE=/etc/balcao/sandbox.pem',
    `WHATSAPP_NOISE_ROOT=${sandbox.noiseRoot}`,
  ];
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n${lines.join('\n')}\n`);
  await machine.start('balcao-migrate.service');
  await startServices(machine, url);
}

async function startServices(machine: Machine, url: string): Promise<void> {
  for (const unit of SERVICES) await machine.start(unit);
  await untilReady(machine, url);
}

async function untilReady(machine: Machine, url: string): Promise<void> {
  await until(
    () => isReady(url),
    (ready) => ready,
  ).catch(() => {
    throw new Error(`The API is not ready: ${machine.log(SERVICES[0] ?? '')}`);
  });
}

async function stopServices(machine: Machine): Promise<void> {
  for (const unit of SERVICES) await machine.stop(unit);
}

const isReady = (url: string) =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

async function foundCompany(machine: Machine, newcomer: Newcomer): Promise<void> {
  const [first, again] = [machine.run('balcao setup').said, machine.run('balcao setup').said];
  const [, code] = /^Set-up code: (\S+)$/m.exec(first) ?? [];
  assert.ok(code && first === again, first);
  await newcomer.setUp(code);
  assert.doesNotMatch(machine.run('balcao setup').said, /Set-up code/);
}

const runningRelease = ({ root }: Machine) => readlinkSync(join(root, 'usr/lib/balcao/current'));

/** Where the program is unpacked there is room for a part of it: the one that runs lies beside. */
async function failOnFullDisk(machine: Machine, { current }: Packages, newcomer: Newcomer): Promise<void> {
  const state = () => [
    runningRelease(machine),
    machine.run('dpkg --list balcao-server').said,
    machine.run('dpkg --audit').said,
  ];
  const before = state();
  machine.run('mount -t tmpfs -o size=20m tmpfs /usr/lib/balcao/program');
  const { code, said } = install(machine, current, true);
  machine.run('umount /usr/lib/balcao/program');
  assert.notEqual(code, 0);
  assert.match(said, /no space left: \S+ has \d+ MB, and this version needs \d+[\s\S]*Make room there/);
  assert.deepEqual(state(), before);
  await newcomer.hear(IN_FULL_DISK);
}

async function failToUpdate(machine: Machine, { broken }: Packages, newcomer: Newcomer): Promise<void> {
  const before = runningRelease(machine);
  const sql = (words: string) => machine.run(`${AS_POSTGRES} psql -qc "${words}"`);
  machine.run('mkdir /small && mount -t tmpfs -o size=8m tmpfs /small && chown postgres /small');
  sql("create tablespace small location '/small'");
  sql('grant create on tablespace small to balcao');
  const { code, said } = install(machine, broken, true);
  sql('drop tablespace small');
  machine.run('umount /small && rmdir /small');
  assert.notEqual(code, 0);
  assert.match(said, /No room is left on the disk of the database[\s\S]*the version before runs on/);
  assert.equal(runningRelease(machine), before);
  await newcomer.hear(IN_FAILED_UPDATE);
}

/** On a small disk, with so many files that not all of their links have room. */
function failToActivate(machine: Machine): void {
  const { said } = machine.run(`unshare --mount sh -c 'exec 2>&1
    cp /usr/lib/balcao/program/activate /tmp/activate
    mount -t tmpfs -o nr_inodes=13 tmpfs /usr/lib/balcao
    cd /usr/lib/balcao
    mkdir -p release-before/server program/server
    touch release-before/server/package.json program/server/package.json program/one program/two
    ln -s release-before current
    sh /tmp/activate
    echo "ended with $?"
    ls -A
    readlink current'`);
  assert.match(
    said,
    /No space left on device[\s\S]*ended with 1\ncurrent\nprogram\nrelease-before\nrelease-before\n$/,
  );
}

/** As this Debian's own systemd sees it. */
function expectShut(machine: Machine): void {
  const units = machine.run('cd /usr/lib/systemd/system && ls balcao-*.service').said.trim().split('\n');
  assert.ok(units.length >= 5, units.join());
  for (const unit of units.map((name) => name.replace('@.', '@1.'))) {
    const { said } = machine.run(`systemd-analyze security --offline=yes --no-pager ${unit}`);
    const exposure = /Overall exposure level for \S+: ([\d.]+)/.exec(said)?.[1] ?? 'unknown';
    assert.ok(Number(exposure) <= MOST_EXPOSED, `${unit}: ${said}`);
  }
}

async function update(
  machine: Machine,
  { current }: Packages,
  newcomer: Newcomer,
  url: string,
): Promise<void> {
  const before = runningRelease(machine);
  install(machine, current);
  await untilReady(machine, url);
  // Nobody signs in again, and no phone is linked again.
  await newcomer.hear(AFTER_UPDATE);
  assert.notEqual(runningRelease(machine), before);
}

async function comeBack(
  machine: Machine,
  { current }: Packages,
  newcomer: Newcomer,
  url: string,
): Promise<void> {
  await stopServices(machine);
  machine.run('apt-get remove -y balcao-server');
  assert.ok(!existsSync(join(machine.root, 'usr/lib/balcao')));
  assert.ok(existsSync(join(machine.root, 'var/lib/balcao/secret.key')));
  install(machine, current);
  await startServices(machine, url);
  assert.deepEqual((await newcomer.heard()).sort(), HEARD.toSorted());
  await newcomer.hear('Até logo!');
  await stopServices(machine);
}

function purge(machine: Machine, { current }: Packages): void {
  const databases = () =>
    machine.run(
      "setpriv --reuid=postgres --regid=postgres --init-groups psql -Atc 'select datname from pg_database'",
    ).said;
  machine.run('apt-get purge -y balcao-server');
  assert.ok(existsSync(join(machine.root, 'var/lib/balcao/secret.key')));
  assert.ok(!existsSync(join(machine.root, 'etc/balcao/server.env')));
  assert.match(databases(), /^balcao$/m);
  install(machine, current);
  machine.run('echo balcao-server balcao-server/purge-data boolean true | debconf-set-selections');
  machine.run('apt-get purge -y balcao-server');
  assert.ok(!existsSync(join(machine.root, 'var/lib/balcao')));
  assert.doesNotMatch(databases(), /^balcao$/m);
}
