import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openRepository, type Repository } from './apt-repository.ts';
import {
  bringFiles,
  DOMAIN,
  expectRefused,
  FILE,
  fromRepository,
  install,
  PACKAGE,
  sql,
  stateOf,
} from './install-script.ts';
import {
  FULL_DISKS,
  fillDisk,
  learnPortuguese,
  refusals,
  refuseDatabases,
  refuseRepository,
  refuseTakenPorts,
  startWrongClock,
} from './installer-refusals.ts';
import type { Machine } from './machine.ts';
import { until } from './newcomer.ts';
import { step } from './report.ts';
import { variantOf } from './variants.ts';

const OTHER_DOMAIN = 'other.balcao.local';
const CADDYFILE = '/etc/caddy/Caddyfile';
/** The server looks once a minute at what is due. */
const HEARD_MS = 150_000;

/** Whatever is wrong is a sentence and an exit code, and leaves nothing behind; what is right ends with the address. */
export async function proveInstaller(machine: Machine, current: string, cache: string): Promise<void> {
  bringFiles(machine, current);
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
  await step('a machine that speaks Portuguese', () => learnPortuguese(machine));
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
  await step('takes back what it did over an earlier installation, and not that', () => keepEarlier(machine));
}

/** On the other systems that it takes: from the file to the address, and once more. */
export async function proveFromFile(machine: Machine, current: string): Promise<void> {
  bringFiles(machine, current);
  machine.run(`echo '127.0.0.1 localhost\n127.0.1.1 ${DOMAIN}' >> /etc/hosts`);
  const args = `${PACKAGE} --domain ${DOMAIN}`;
  await step('installed, with a certificate', () => installAll(machine, args));
  await step('again: nothing is done twice', () => {
    const before = stateOf(machine);
    expectAddress(install(machine, args).said);
    assert.deepEqual(stateOf(machine), before);
  });
}

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

/** Whoever removes both has settings and databases left, which a purge of PostgreSQL's package would take. */
function keepEarlier(machine: Machine): void {
  sql(machine, 'create database kept');
  machine.run(
    'apt-get remove -qq -y balcao-server "postgresql-$(ls /etc/postgresql)" && apt-get autoremove -qq -y',
  );
  assert.match(stateOf(machine).join('\n'), /^postgresql-\d+ \S+ config-files$/m);
  fillDisk(machine, { name: 'late, after an earlier installation', folder: '/var/lib/balcao', megabytes: 0 });
  expectAddress(install(machine, `${PACKAGE} --domain ${DOMAIN}`).said);
  assert.equal(sql(machine, "select count(*) from pg_database where datname = 'kept'").said, '1\n');
}

const expectAddress = (said: string, domain = DOMAIN) => {
  assert.ok(said.includes(`https://${domain}`), said);
  assert.match(said, /^Set-up code: \S+$/m, said);
};
