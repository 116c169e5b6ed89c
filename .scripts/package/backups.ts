import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectSeen } from './commands.ts';
import type { Machine } from './machine.ts';

const SETTINGS = 'etc/balcao/server.env';
const CONFIGURATION = 'etc/pgbackrest.conf';
const EXAMPLE = '/usr/share/doc/balcao-server/examples/pgbackrest.conf';
const SERVICES = ['balcao-backup.service', 'balcao-backup-verify.service'];
const AS_POSTGRES = 'cd / && setpriv --reuid=postgres --regid=postgres --init-groups';

/**
 * The timers rest until they are told where to; then, by pgBackRest, they save and try out everything there is.
 *
 * @param heard what customers have said, once each
 */
export function proveBackups(machine: Machine, heard: readonly string[]): void {
  assert.match(machine.run('systemctl list-timers').said, /balcao-backup-verify\.timer/);
  for (const unit of SERVICES) {
    machine.run(`systemctl start ${unit}`);
    assert.equal(show(machine, unit, 'Result'), 'exec-condition');
  }
  configure(machine);
  for (const unit of SERVICES) machine.run(`systemctl start ${unit} || { systemctl status ${unit}; false; }`);
  assert.match(machine.log('balcao-backup.service'), /Everything until \S+ is saved/);
  const messages = select(machine, 'count(*) from messages');
  assert.deepEqual(heardOf(machine).toSorted(), heard.toSorted());
  assert.match(
    machine.log('balcao-backup-verify.service'),
    new RegExp(`It is whole: .* with ${messages} messages`),
  );
  expectSeen(machine, [/^ok {7}Backups: The last good one is \d+ \w+ old\.$/m]);
  expectCalled(machine);
  // A backup that does not work is seen by whoever looks at the machine.
  machine.run('mv /backup /not-there');
  assert.notEqual(machine.run('systemctl start balcao-backup.service', { mayFail: true }).code, 0);
  machine.run('mv /not-there /backup && systemctl start balcao-backup.service');
}

/**
 * The database has lost its messages, and the machine its files: all of it is back, of the accounts to which it belonged,
 * and the services start on it.
 */
export function proveRestore(machine: Machine): void {
  const services = "balcao-api.service 'balcao-sessions@1.service'";
  const timers = "'balcao-backup.timer' 'balcao-backup-verify.timer'";
  const owners = () =>
    machine.run("cd /var/lib/balcao && stat --format '%n %U %a' . secret.key media media/1/x").said;
  const refuse = (words: RegExp) => {
    const { code, said } = machine.run('balcao restore', { mayFail: true });
    assert.deepEqual([code, words.test(said)], [1, true], said);
  };
  const [version = ''] = machine.run('ls /etc/postgresql').said.trim().split('\n');
  machine.run(`systemctl stop ${timers} ${services}`);
  machine.run(
    "cd / && setpriv --reuid=balcao --regid=balcao --init-groups sh -c 'umask 077; mkdir -p /var/lib/balcao/media/1; echo x > /var/lib/balcao/media/1/x'",
  );
  assert.match(machine.run('balcao backup').said, /Everything until \S+ is saved/);
  const before = { heard: heardOf(machine), owners: owners() };
  machine.run(`${AS_POSTGRES} psql -qc 'drop table messages cascade' balcao`);
  machine.run('rm -r /var/lib/balcao/media /var/lib/balcao/secret.key');
  refuse(/PostgreSQL is running: stop/);
  machine.run(`systemctl stop postgresql@${version}-main`);
  refuse(/With --replace it is written over/);
  assert.match(machine.run('balcao restore --replace').said, /Restored\. Start the server/);
  machine.run(`systemctl start postgresql@${version}-main && systemctl restart balcao-migrate`);
  machine.run(`systemctl start ${services} ${timers}`);
  assert.deepEqual({ heard: heardOf(machine), owners: owners() }, before);
}

const select = (machine: Machine, what: string) =>
  machine.run(`${AS_POSTGRES} psql -Atc "select ${what}" balcao`).said.trim();

/** What customers have said, in whatever conversation. */
export const heardOf = (machine: Machine): string[] =>
  select(machine, "body from messages where not from_me and media_type <> 'event'").split('\n');

/** The timer, and nobody else, makes one more backup: its quarter of an hour lasts three seconds. */
function expectCalled(machine: Machine): void {
  const made = () =>
    machine.log('balcao-backup.service').match(/Everything until \S+ is saved/g)?.length ?? 0;
  const before = made();
  const timer = 'balcao-backup.timer';
  machine.run(`mkdir -p /run/systemd/system/${timer}.d
    printf '[Timer]\\nOnCalendar=*:*:0/3\\nRandomizedDelaySec=0\\nAccuracySec=1s\\n' > /run/systemd/system/${timer}.d/soon.conf
    systemctl daemon-reload && systemctl restart ${timer}`);
  for (let seconds = 0; made() === before && seconds < 60; seconds += 1) machine.run('sleep 1');
  assert.ok(made() > before, 'the timer has made no backup');
  machine.run(`rm -r /run/systemd/system/${timer}.d && systemctl daemon-reload && systemctl restart ${timer}
    while systemctl is-active --quiet balcao-backup.service; do sleep 1; done`);
}

const show = (machine: Machine, unit: string, property: string) =>
  machine.run(`systemctl show --value --property=${property} ${unit}`).said.trim();

/** What OPERATING.md and the example of pgBackRest say, by hand. */
function configure(machine: Machine): void {
  machine.run('apt-get install -y --no-install-recommends restic pgbackrest openssl');
  const [version = ''] = machine.run('ls /etc/postgresql').said.trim().split('\n');
  machine.run(
    `install -m 640 -g postgres ${EXAMPLE} /${CONFIGURATION} && install -d -o postgres /backup/pgbackrest`,
  );
  const example = readFileSync(join(machine.root, CONFIGURATION), 'utf8');
  writeFileSync(
    join(machine.root, CONFIGURATION),
    example.replace('postgresql/15', `postgresql/${version}`).replace('change-these-words', 'a b c d e f'),
  );
  archiveLog(machine, version);
  machine.run(`systemctl restart postgresql@${version}-main`);
  machine.run(`${AS_POSTGRES} pgbackrest --stanza=balcao stanza-create`);
  machine.run(`${AS_POSTGRES} psql -c "alter role balcao password 'quiet'"`);

  machine.run(
    'openssl rand -base64 24 > /etc/balcao/backup.password && install -d -o balcao -g balcao -m 700 /backup/balcao',
  );
  machine.run(
    `sed -i 's#^DATABASE_URL=.*#DATABASE_URL=postgres://balcao:quiet@127.0.0.1/balcao#' /${SETTINGS} && systemctl restart balcao-migrate`,
  );
  appendFileSync(
    join(machine.root, SETTINGS),
    [
      'BACKUP_TO=/backup/balcao',
      'BACKUP_PASSWORD_FILE=/etc/balcao/backup.password',
      'BACKUP_STANZA=balcao\n',
    ].join('\n'),
  );
}

/** @param version of its PostgreSQL */
export const archiveLog = (machine: Machine, version: string): void =>
  appendFileSync(
    join(machine.root, `etc/postgresql/${version}/main/postgresql.conf`),
    "archive_mode = on\narchive_timeout = 300\narchive_command = 'pgbackrest --stanza=balcao archive-push %p'\n",
  );
