import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxInfo } from '../../server/sandbox/cli.ts';
import type { EarlierVersion } from '../../server/test/earlier-version.ts';
import { proveBackups, proveRestore } from './backups.ts';
import { proveCommands } from './commands.ts';
import { openConsole } from './console.ts';
import { type Elsewhere, keepElsewhere } from './lost.ts';
import type { Machine } from './machine.ts';
import type { Newcomer } from './newcomer.ts';
import { say, step } from './report.ts';
import { install, SERVICES, startServices, untilReady, walk } from './walk.ts';

/** Three versions of the package, each later than the one before. */
export interface Packages {
  earlier: string;
  /** Its migration fails. */
  broken: string;
  current: string;
  /** Of the earlier one, whose console stays open while the server is updated. */
  sources: EarlierVersion;
}

const HEARD = ['Tem pão de queijo?', 'Tem café?', 'E pão francês?', 'Quanto custa?'] as const;
const [FIRST, IN_FULL_DISK, IN_FAILED_UPDATE, AFTER_UPDATE] = HEARD;
/** How exposed each unit may be, of 10. */
const MOST_EXPOSED = 2.5;
const AS_POSTGRES = 'cd / && setpriv --reuid=postgres --regid=postgres --init-groups';
/** It fills a small disk of the database, which it finds there. */
export const FULL_MIGRATION = `
  create table later tablespace small as select repeat('x', 1000) as words from generate_series(1, 100000);`;

/**
 * Installed, used, updated with and without luck, removed and purged.
 *
 * @param folder a place outside the machine
 * @returns what is kept in another place; null: backups were not tried
 * @throws at the first thing that is not so
 */
export async function proveLife(
  machine: Machine,
  packages: Packages,
  { sandbox, folder }: { sandbox: SandboxInfo; folder: string },
): Promise<Elsewhere | null> {
  const { newcomer, url } = await walk(machine, { file: packages.earlier, sandbox, says: FIRST });
  await step('an update on a full disk leaves the version before at work', () =>
    failOnFullDisk(machine, packages, newcomer),
  );
  await step('an update whose migration fills the disk leaves the version before at work', () =>
    failToUpdate(machine, packages, newcomer),
  );
  await step('a version for which the disk has no room is not put to work', () => failToActivate(machine));
  const asked = await step('an update keeps everything, and a console that is open', () =>
    update(machine, packages, newcomer, url),
  );
  await step('its services are shut off from the machine', () => expectShut(machine));
  await step('the commands of operators', () => proveCommands(machine, url));
  let elsewhere: Elsewhere | null = null;
  if (machine.startsServices) {
    await step('backups by their timers', () => proveBackups(machine, [...HEARD, ...asked]));
    await step('lost, and restored', () => proveRestore(machine));
    await untilReady(machine, url);
    elsewhere = keepElsewhere(machine, folder, url);
  } else say('  NOT TRIED: backups by their timers, and restoring one, which need systemd.');
  await step('removed and installed again, everything is there', () =>
    comeBack(machine, packages, newcomer, url),
  );
  await step('purged: unasked it keeps, asked it removes', () => purge(machine, packages));
  return elsewhere;
}

async function stopServices(machine: Machine): Promise<void> {
  for (const unit of SERVICES) await machine.stop(unit);
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

/** @returns what the customer has said who writes meanwhile */
async function update(
  machine: Machine,
  { current, sources }: Packages,
  newcomer: Newcomer,
  url: string,
): Promise<string[]> {
  const before = runningRelease(machine);
  const dir = mkdtempSync(join(tmpdir(), 'balcao-console-'));
  const conversation = await newcomer.beginConversation();
  const console = await openConsole({
    ...conversation,
    core: sources.file('desktop/src/core/core.ts'),
    host: sources.file('desktop/src/hosts/browser/host.ts'),
    dir,
    server: url,
  });
  install(machine, current);
  await untilReady(machine, url);
  // Nobody signs in again, and no phone is linked again.
  await newcomer.hear(AFTER_UPDATE);
  assert.notEqual(runningRelease(machine), before);
  const { asked, answered, shown, received, cuts, longestMs } = await console.close();
  rmSync(dir, { recursive: true });
  assert.deepEqual(shown, { asked, answered });
  assert.deepEqual(received, answered);
  // Where nobody starts services anew, what is at work goes on.
  assert.ok(cuts >= (machine.startsServices ? 1 : 0) && asked.length > 1);
  say(`         ${asked.length} questions and answers meanwhile; without the server for ${longestMs | 0} ms`);
  return [conversation.greeting, ...asked];
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
  // Without apt, which would take the answer for its own.
  const { said } = machine.run("echo yes | script -qec 'dpkg --purge balcao-server' /dev/null", {
    env: { DEBIAN_FRONTEND: 'teletype' },
  });
  assert.match(said, /Remove all conversations and files of Balcão as well\? \[yes\/no\]/);
  assert.ok(!existsSync(join(machine.root, 'var/lib/balcao')));
  assert.doesNotMatch(databases(), /^balcao$/m);
}
