import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { SandboxInfo } from '../../server/sandbox/cli.ts';
import { freePort } from '../../server/src/platform/free-port.ts';
import type { Machine } from './machine.ts';
import { createNewcomer, type Newcomer, until } from './newcomer.ts';
import { say, step } from './report.ts';

export const SERVICES = ['balcao-api.service', 'balcao-sessions@1.service'];
const SETTINGS = 'etc/balcao/server.env';

/**
 * From a fresh Debian to the first message, by the file alone.
 *
 * @returns also the seconds that it took
 * @throws at the first thing that is not so
 */
export async function walk(
  machine: Machine,
  { file, sandbox, says }: { file: string; sandbox: SandboxInfo; says: string },
): Promise<{ newcomer: Newcomer; url: string; seconds: number }> {
  const started = performance.now();
  const url = `http://127.0.0.1:${await freePort(8080)}`;
  await step('installed, with PostgreSQL', () => installFirst(machine, file));
  await step('set up, and started', () => configure(machine, url, sandbox));
  const newcomer = createNewcomer(url, sandbox.control);
  await step('the first company', () => foundCompany(machine, newcomer));
  await step('a phone is linked', () => newcomer.link());
  await step('its first message', () => newcomer.hear(says));
  const seconds = (performance.now() - started) / 1_000;
  say(`  ${seconds.toFixed(1).padStart(6)} s  from a fresh Debian to the first message`);
  return { newcomer, url, seconds };
}

/** Copied into it first, as somebody does who has only the file. */
export function install(machine: Machine, file: string, mayFail?: true) {
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

export async function startServices(machine: Machine, url: string): Promise<void> {
  for (const unit of SERVICES) await machine.start(unit);
  await untilReady(machine, url);
}

export async function untilReady(machine: Machine, url: string): Promise<void> {
  await until(
    () => isReady(url),
    (ready) => ready,
  ).catch(() => {
    throw new Error(`The API is not ready: ${machine.log(SERVICES[0] ?? '')}`);
  });
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
