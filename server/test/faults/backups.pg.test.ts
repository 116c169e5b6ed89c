import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { showBackups } from '@balcao/shared/features/system/calls.ts';
import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import type { TestConsole } from '../../src/sync/testing/console.ts';
import { addTicket } from '../../src/sync/testing/data.ts';
import { createModelStore } from '../../src/sync/testing/model-store.ts';
import { openSyncApi, type SyncApi } from '../../src/sync/testing/sync-api.ts';
import { startApi } from '../api.ts';
import { expectDone, killSoon } from '../backups/commands.ts';
import { expectOldCopiesGone } from '../backups/expiry.ts';
import { createInstallation, type Installation, type Kind, type Place } from '../backups/installation.ts';
import { expectRefusals } from '../backups/refusals.ts';
import { backUpSeveral } from '../backups/several.ts';
import { addUnsent, expectHeld, expectWaiting, letGo, noticeRestore, sendAgain } from '../backups/unsent.ts';
import { addAskers, expectWishes, redoOn } from '../backups/wishes.ts';
import type { CompanyFixture } from '../fixtures.ts';
import { createChance } from '../nemesis/random.ts';
import { DEEP, SEED, sampleOf } from '../sample.ts';

/** Backups by real restic, pgBackRest and PostgreSQL while people work, and machines that are lost (fault rows B1 to B11). */

const made: Installation[] = [];
const chance = createChance(SEED);
const KILLED = sampleOf(['backup', 'restore'], 1, 'what is killed of backups');
afterAll(() => Promise.all(made.map((one) => one.remove())));

/** Runs the API on the installation's database and files. */
async function on(installation: Installation, work: (server: SyncApi) => Promise<void>): Promise<void> {
  const cluster = await installation.start();
  try {
    await migrate(cluster.url);
    await noticeRestore(cluster.url);
    const config = loadConfig({ ...installation.env, DATABASE_URL: cluster.url });
    await redoOn(cluster.url, config);
    const database = { url: cluster.url, admin: cluster.admin, close: async () => {} };
    const server = await openSyncApi(await startApi({ beside: { database, config }, env: installation.env }));
    try {
      await work(server);
    } finally {
      await server.stop();
    }
  } finally {
    await cluster.stop();
  }
}

async function momentNow(admin: Sql): Promise<Date> {
  const [row] = await admin<{ at: Date }[]>`
    select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as at`;
  if (!row) throw new Error('unreachable');
  return row.at;
}

/** What somebody was told is stored: a conversation with a file, and the moment when that was answered. */
interface Entry {
  name: string;
  path: string;
  at: Date;
}

/** People who work until they are told to stop. */
function startTraffic(server: SyncApi, company: CompanyFixture) {
  const ledger: Entry[] = [];
  let isOver = false;
  const ended = (async () => {
    for (let n = 1; !isOver; n += 1) {
      const name = `Cliente ${n}`;
      const file = await server.deps.storage.put(company.companyId, Buffer.from(name), { limit: 100 });
      let path = '';
      await file.settle(async (kept) => {
        path = kept;
        await server.admin`insert into media (company_id, id, state, mime, name, size, path)
          values (${company.companyId}, ${uuidv7()}, 'stored', 'text/plain', ${name}, ${file.size}, ${kept})`;
        return true;
      });
      await addTicket(server.db, company, { queueId: company.queues.support, name, messages: [name] });
      ledger.push({ name, path, at: await momentNow(server.admin) });
      await sleep(20);
    }
  })();
  // A test that fails sooner closes the database under it.
  ended.catch(() => {});
  return {
    ledger,
    async stop() {
      isOver = true;
      await ended;
    },
  };
}

/** Somebody deletes what showed a file, and housekeeping comes by. */
async function deleteFile(
  { admin, run }: SyncApi,
  { companyId }: CompanyFixture,
  path: string,
): Promise<void> {
  await admin`delete from media where path = ${path}`;
  await admin`insert into removed_files (company_id, path) values (${companyId}, ${path})`;
  await run('removed files');
}

const resyncs = (desk: TestConsole) =>
  desk.frames.filter((frame) => frame.type === 'resync').map((frame) => frame.reason);
const shown = (desk: TestConsole) =>
  desk.store
    .rows('contact')
    .map(({ name }) => name)
    .filter((name) => /^Cliente|^Depois/.test(name))
    .sort();

/** What the phases of a test know of its installation. */
interface Drill extends Installation {
  company: CompanyFixture;
  /** Of a console that went before the moment, and of one that saw everything. */
  before: ReturnType<typeof createModelStore>;
  ahead: ReturnType<typeof createModelStore>;
  ledger: readonly Entry[];
  moment: Date;
  key: Buffer;
}

const WORLDS: readonly [Kind | 'several' | 'pgBackRest for weeks', Place][] = [
  ['embedded', 'folder'],
  ['embedded', 'bucket'],
  ['pgBackRest', 'folder'],
  ['pgBackRest', 'bucket'],
  ['several', 'folder'],
  ['pgBackRest for weeks', 'folder'],
];

it.each(sampleOf(WORLDS, 1, 'what is backed up, and where to', (one) => one.join(' to a ')))(
  'B1–B7: a machine with a database of kind %s and its backups in a %s is lost, and is again what it was at any moment',
  async (kind, place) => {
    const installation = await createInstallation(kind === 'embedded' ? kind : 'pgBackRest', place);
    made.push(installation);
    if (kind === 'several') return backUpSeveral(installation);
    if (kind === 'pgBackRest for weeks') return expectOldCopiesGone(installation);
    const drill: Drill = {
      ...installation,
      company: {} as CompanyFixture,
      before: createModelStore(),
      ahead: createModelStore(),
      ledger: [],
      moment: new Date(0),
      key: Buffer.alloc(0),
    };
    await on(drill, async (server) => {
      await workAndSave(drill, server);
      await expectOperatorsKnow(drill, server);
      await expectRefusals('atWork', drill);
    });
    await expectRefusals('atRest', drill);
    await drill.lose();
    await expectRefusals('onNothing', drill);
    await restoreToMoment(drill);
    await on(drill, async (server) => {
      await expectHeld(server);
      await expectWishes(server, drill.company);
      await sendAgain(server, drill.company);
      await expectMoment(drill, server);
      // The next backup begins with a copy of this database.
      await server.admin`insert into migrations (name, hash) values ('9999_later.sql', 'x')`;
      await expectDone(['backup'], drill.env);
    });
    await expectRefusals('onAnother', drill);
    // What is there is as it was.
    await on(drill, async (server) => {
      expect((await server.admin`select from contacts where name = 'Depois'`).count).toBe(1);
      await expectWaiting(server);
    });
  },
  DEEP ? 600_000 : 240_000,
);

/** People work, and go on while backups are made, killed, and tried out. */
async function workAndSave(drill: Drill, server: SyncApi): Promise<void> {
  const { env } = drill;
  drill.company = await server.company('Padaria');
  const ana = await server.openSession(drill.company.ana);
  await server.admin`update users set totp_secret = ${server.deps.secrets.seal(randomBytes(20), 'a secret')}
    where id = ${drill.company.admin.id}`;
  const traffic = startTraffic(server, drill.company);
  for (let kills = DEEP ? 8 : 1; kills > 0 && KILLED.includes('backup'); kills -= 1)
    await killSoon(['backup'], env, chance.between(300, 3_000));
  const said = await expectDone(['backup'], env);
  if (drill.bucket) expect(said).toMatch(/THE FILES ARE NOT PART OF IT, and nobody keeps them/);
  await lookIn(server.console(ana, { store: drill.before }));
  const known = traffic.ledger.length;
  await expect.poll(() => traffic.ledger.length).toBeGreaterThan(known + 3);
  if (DEEP && drill.own) {
    await expectDone(['backup', '--anew'], env);
    expect(await drill.own.logOf('backup')).toMatch(/new backup label = \w+-\w+F_\w+-\w+D/);
  }
  await addUnsent(server, drill.company);
  const ask = await addAskers(server, drill.company);
  drill.moment = await momentNow(server.admin);
  await letGo(server);
  await deleteFile(server, drill.company, traffic.ledger[0]?.path ?? '');
  await expect.poll(() => traffic.ledger.length).toBeGreaterThan(known + 9);
  await expectDone(['backup'], env);
  await ask();
  expect(await expectDone(['backup', 'verify'], env)).toContain('It is whole');
  await traffic.stop();
  drill.ledger = traffic.ledger;
  await lookIn(server.console(ana, { store: drill.ahead }));
  drill.key = await readFile(join(drill.dataDir, 'secret.key'));
}

async function lookIn(desk: TestConsole): Promise<void> {
  await desk.live();
  await desk.settle();
  desk.cut();
  await desk.closed;
}

async function expectOperatorsKnow({ company }: Drill, server: SyncApi): Promise<void> {
  await server.admin`update users set super = true where id = ${company.admin.id}`;
  const ask = async () => server.call(showBackups, { token: await server.signIn(company.admin) });
  const state = await ask();
  expect(state).toMatchObject({ configured: true, late: false, lastGoodAt: expect.any(String) });
  expect(state.lastTriedAt).toBe(state.lastGoodAt);
  server.advance(27 * 3_600_000);
  expect(await ask()).toMatchObject({ late: true });
}

/** With pgBackRest from what had changed since its full copy. */
async function restoreToMoment({ env, moment, own, dataDir, bucket }: Drill): Promise<void> {
  const restore = ['restore', '--to', moment.toISOString()];
  if (KILLED.includes('restore')) await killSoon(restore, env, chance.between(300, 3_000));
  await expectDone([...restore, '--replace'], env);
  if (DEEP && own) expect(await own.logOf('restore')).toMatch(/restore backup set \w+-\w+F_\w+-\w+D/);
  const [folder, ...restored] = await Promise.all(
    [dataDir, join(dataDir, 'secret.key'), ...(bucket ? [] : [join(dataDir, 'media')])].map((path) =>
      stat(path),
    ),
  );
  expect(restored.map(({ uid }) => uid)).toEqual(restored.map(() => folder?.uid));
}

/** What was answered by then is there, with its files; the rest is not; consoles agree with it. */
async function expectMoment(drill: Drill, server: SyncApi): Promise<void> {
  const { company, ledger, moment, before, ahead } = drill;
  const expected = ledger.filter((entry) => entry.at <= moment);
  expect(expected.length).toBeGreaterThan(3);
  expect(expected.length).toBeLessThan(ledger.length);
  const rows = await server.admin<{ body: string }[]>`
    select body from messages where not from_me order by created_at`;
  const bodies = rows.map(({ body }) => body);
  // Nobody was answered yet for what was under way at the moment.
  expect([expected.length, expected.length + 1]).toContain(bodies.length);
  expect(bodies.slice(0, expected.length)).toEqual(expected.map(({ name }) => name));
  for (const { name, path } of expected) expect(await text(await server.deps.storage.open(path))).toBe(name);
  expect(await readFile(join(drill.dataDir, 'secret.key'))).toEqual(drill.key);

  const ana = await server.openSession(company.ana);
  const connected = server.console(ana, { store: before });
  await connected.live();
  await addTicket(server.db, company, { queueId: company.queues.support, name: 'Depois' });
  await connected.settle();
  // It does not know its last commands either: consoles number them anew under another name.
  Object.assign(ahead, { clientId: crypto.randomUUID(), pushed: 0 });
  const mistaken = server.console(ana, { store: ahead });
  await mistaken.live();
  await mistaken.settle();
  expect([resyncs(connected), resyncs(mistaken)]).toEqual([[], ['epoch']]);
  expect(shown(mistaken)).toEqual([...bodies, 'Depois'].sort());
  expect(shown(connected)).toEqual(shown(mistaken));
  for (const desk of [connected, mistaken]) desk.cut();
}
