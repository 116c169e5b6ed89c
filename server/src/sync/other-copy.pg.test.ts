import { execFileSync } from 'node:child_process';
import { appendFile, chmod, cp, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Session, startApi } from '../../test/api.ts';
import type { CompanyFixture } from '../../test/fixtures.ts';
import { loadConfig } from '../config.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded.ts';
import { migrate } from '../platform/db/migrate.ts';
import type { TestConsole } from './testing/console.ts';
import { addTicket } from './testing/data.ts';
import { createModelStore } from './testing/model-store.ts';
import { openSyncApi, type SyncApi } from './testing/sync-api.ts';

/** A PostgreSQL whose older copy becomes the one that is written to, as after a failover or a restored backup. */

let dir: string;
let company: CompanyFixture;
let ana: Session;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'balcao-copy-'));
  // Started by root, PostgreSQL runs as another user, who must reach its folder.
  await chmod(dir, 0o755);
  for (const name of ['one', 'files']) await mkdir(join(dir, name));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Runs the API on one of the copies. */
async function on(copy: string, work: (server: SyncApi) => Promise<void>): Promise<void> {
  const cluster = await startEmbeddedPostgres({ dataDir: join(dir, copy), durable: true, log: () => {} });
  await migrate(cluster.url);
  const admin = postgres(cluster.url, { max: 2, onnotice: () => {} });
  const database = { url: cluster.url, admin, close: () => admin.end({ timeout: 1 }) };
  const config = loadConfig({ DATA_DIR: join(dir, 'files'), DATABASE_URL: cluster.url });
  const server = await openSyncApi(await startApi({ beside: { database, config } }));
  try {
    await work(server);
  } finally {
    await server.stop();
    await database.close();
    await cluster.stop();
  }
}

/** What a stopped PostgreSQL is at this moment begins a timeline of its own. */
async function copyOf(from: string, to: string): Promise<void> {
  await cp(join(dir, from), join(dir, to), { recursive: true, preserveTimestamps: true });
  const home = join(dir, to, 'postgres');
  await appendFile(join(home, 'postgresql.auto.conf'), "restore_command = '/bin/false'\n");
  await writeFile(join(home, 'recovery.signal'), '');
  const { uid, gid } = await stat(join(dir, from, 'postgres'));
  execFileSync('chown', ['-R', `${uid}:${gid}`, home]);
}

const resyncs = (desk: TestConsole) =>
  desk.frames.filter((frame) => frame.type === 'resync').map((frame) => frame.reason);

async function write(server: SyncApi, names: string[]): Promise<void> {
  for (const name of names) await addTicket(server.db, company, { queueId: company.queues.support, name });
}

async function leave(...desks: TestConsole[]): Promise<void> {
  for (const desk of desks) desk.cut();
  await Promise.all(desks.map((desk) => desk.closed));
}

it('L5, I9: who has seen more than the copy knows begins anew, all others go on', async () => {
  const [before, ahead] = [createModelStore(), createModelStore()];
  await on('one', async (server) => {
    company = await server.company('Padaria');
    ana = await server.openSession(company.ana);
    const desks = [before, ahead].map((store) => server.console(ana, { store }));
    for (const desk of desks) await desk.live();
    await write(server, ['Antes da cópia']);
    for (const desk of desks) await desk.settle();
    await leave(...desks);
  });
  await copyOf('one', 'two');
  await on('one', async (server) => {
    const further = server.console(ana, { store: ahead });
    await further.live();
    await write(server, ['Perdida um', 'Perdida dois']);
    await further.settle();
    await leave(further);
  });

  await on('two', async (server) => {
    const connected = server.console(ana, { store: before });
    await connected.live();
    // By now the log is where the one stands that knows too much.
    await write(server, ['Nova um', 'Nova dois', 'Nova três']);
    await connected.settle();
    // The copy does not know its last commands either: it numbers them anew under another name, as consoles do.
    Object.assign(ahead, { clientId: crypto.randomUUID(), pushed: 0 });
    const mistaken = server.console(ana, { store: ahead });
    await mistaken.live();
    expect([resyncs(connected), resyncs(mistaken)]).toEqual([[], ['epoch']]);
    const names = (desk: TestConsole) =>
      desk.store
        .rows('contact')
        .map(({ name }) => name)
        .filter((name) => /um|dois|três/.test(name))
        .sort();
    expect(names(mistaken)).toEqual(['Nova dois', 'Nova três', 'Nova um']);
    expect(names(connected)).toEqual(names(mistaken));
    await leave(connected, mistaken);
    // Its cache still names the epoch in which it began.
    const again = server.console(ana, { store: before });
    await write(server, ['Nova quatro']);
    await again.live();
    expect(resyncs(again)).toEqual([]);
    await leave(again);
  });
}, 60_000);
