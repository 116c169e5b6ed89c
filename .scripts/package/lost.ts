import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { archiveLog, heardOf } from './backups.ts';
import type { Machine } from './machine.ts';
import { step } from './report.ts';
import { install, SERVICES, untilReady } from './walk.ts';

/** What an operator has when a machine is lost whole: the disk of backups, and a copy of four files. */
export interface Elsewhere {
  archive: string;
  /** What was on the machine by then. */
  was: { heard: string[]; key: string };
  url: string;
}

const KEPT = 'backup etc/balcao etc/pgbackrest.conf';
const TAR = 'var/tmp/elsewhere.tar';

/** @param folder a place outside the machine */
export function keepElsewhere(machine: Machine, folder: string, url: string): Elsewhere {
  const archive = join(folder, 'elsewhere.tar');
  machine.run(`balcao backup && tar --create --file /${TAR} --directory / ${KEPT}`);
  cpSync(join(machine.root, TAR), archive);
  return { archive, was: stateOf(machine), url };
}

/** On a new Debian, as OPERATING.md says it. */
export async function proveNewMachine(
  machine: Machine,
  { archive, was, url }: Elsewhere,
  current: string,
): Promise<void> {
  await step('installed, with what restores', () => {
    install(machine, current);
    machine.run('apt-get install -qq -y --no-install-recommends restic pgbackrest');
  });
  const [version = ''] = machine.run('ls /etc/postgresql').said.trim().split('\n');
  const postgresql = `postgresql@${version}-main`;
  await step('settings and backups are back', () => {
    cpSync(archive, join(machine.root, TAR));
    rmSync(archive);
    machine.run(`systemctl stop ${SERVICES.join(' ')} ${postgresql}
      tar --extract --file /${TAR} --directory /`);
    archiveLog(machine, version);
  });
  await step('restored', () => {
    const { said } = machine.run('balcao restore --replace');
    assert.match(said, /What was there before lies in [\s\S]*Restored\. Start the server/);
  });
  await step('at work', async () => {
    machine.run(`systemctl start ${postgresql} && systemctl restart balcao-migrate ${SERVICES.join(' ')}`);
    await untilReady(machine, url);
    assert.deepEqual(stateOf(machine), was);
  });
  await step('backups go on', () => {
    assert.match(machine.run('balcao backup').said, /Everything until \S+ is saved/);
    assert.match(machine.run('balcao backup verify').said, /It is whole/);
  });
}

const stateOf = (machine: Machine) => ({
  heard: heardOf(machine).toSorted(),
  key: machine.run('cat /var/lib/balcao/secret.key').said,
});
