import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { login } from '@balcao/shared/features/auth/calls.ts';
import * as contacts from '@balcao/shared/features/contacts/calls.ts';
import { getFileOfContact, getFileOfNumber } from '@balcao/shared/features/data-subjects/calls.ts';
import { eraseContact, eraseNumber, listErasures } from '@balcao/shared/features/data-subjects/erasures.ts';
import { getHealth } from '@balcao/shared/features/system/calls.ts';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { redoOn } from '../../../test/backups/wishes.ts';
import { type BucketServer, startBucketServer } from '../../../test/bucket/server.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type CompanyFixture, createCompany, PASSWORD } from '../../../test/fixtures.ts';
import { type Running, startProcess } from '../../../test/process.ts';
import { sampleOf } from '../../../test/sample.ts';
import { loadConfig } from '../../config.ts';
import { leaveTraces, list } from '../../modules/data-subjects/testing/traces.ts';
import { freePort } from '../../platform/free-port.ts';
import { openShelf } from './open-shelf.ts';
import type { Shelf } from './shelf.ts';

/** What people asked for since a backup holds again when that is restored, before anybody can sign in. */

const [ANA, BIA, CAIO, DUDA] = ['5511987650001', '5511987650002', '5511987650003', '5511987650004'];
/** A contact with all that there can be of one, somebody whom only a list has, and an author of a group alone. */
const [EVA, FABIO, GIL] = ['5511987650005', '5511987650006', '5511987650007'];
const GIL_OF_WHATSAPP = '551187650007';
const DAY_MS = 24 * 60 * 60_000;

type Env = Record<string, string>;

let dir: string;
let bucket: BucketServer;
/** A backup, the installation that goes on, and where it writes what people have asked for since. */
let begun: { company: CompanyFixture; living: string; backup: TestDatabase; env: Env };
const servers: Running[] = [];
const databases: TestDatabase[] = [];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'balcao-wishes-'));
  bucket = await startBucketServer();
  await writeFile(join(dir, 'password'), 'words that nobody guesses');
  await mkdir(join(dir, 'data'));
  begun = await begin(await folder('all'));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await Promise.all(databases.map((database) => database.close()));
  await bucket.stop();
  await rm(dir, { recursive: true });
});

/** As restic leaves a place after the first backup. */
async function folder(name: string): Promise<Env> {
  const place = join(dir, name);
  await mkdir(place);
  await writeFile(join(place, 'config'), '');
  return { DATA_DIR: join(dir, 'data'), BACKUP_PASSWORD_FILE: join(dir, 'password'), BACKUP_TO: place };
}

/** A place of its own with the lines that stand in that of all. */
async function placeOf(kind: 'folder' | 'bucket', name: string): Promise<Env> {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = bucket.env;
  const env = await folder(name);
  if (kind === 'bucket')
    Object.assign(env, {
      BACKUP_TO: `s3:${S3_ENDPOINT}/${S3_BUCKET}/${name}`,
      BACKUP_S3_ACCESS_KEY_ID: S3_ACCESS_KEY_ID,
      BACKUP_S3_SECRET_ACCESS_KEY: S3_SECRET_ACCESS_KEY,
    });
  const [from, to] = [await shelfOf(begun.env), await shelfOf(env)];
  for (const part of await from.parts()) await to.add(part, await from.read(part));
  await to.mark((await from.readMark()) ?? '');
  for (const shelf of [from, to]) shelf.close();
  return env;
}

async function shelfOf(env: Env): Promise<Shelf> {
  const { backup } = loadConfig(env);
  if (!backup) throw new Error('unreachable');
  return openShelf(backup);
}

/** Nobody is connected to what is copied. */
async function copyOf({ url }: { url: string }): Promise<TestDatabase> {
  const copy = await createTestDatabase(new URL(url).pathname.slice(1));
  databases.push(copy);
  return copy;
}

async function at(url: string, env: Env, work: (api: TestApi) => Promise<void>): Promise<void> {
  const admin = postgres(url, { max: 2, onnotice: () => {} });
  const config = loadConfig({ ...env, DATABASE_URL: url });
  const api = await startApi({ beside: { database: { url, admin, close: async () => {} }, config }, env });
  try {
    await work(api);
  } finally {
    await api.stop();
    await admin.end({ timeout: 1 });
  }
}

async function begin(env: Env): Promise<typeof begun> {
  const living = await createTestDatabase();
  const company = await createCompany(living.admin, 'Padaria');
  await living.admin`update users set super = true where id = ${company.admin.id}`;
  await living.admin`insert into backups (kind, at, ended_at, outcome) values ('backup', now(), now(), 'done')`;
  await living.close();
  const ids: number[] = [];
  const calls = (api: TestApi, token: string) => ({
    add: async (number: string, more: object = {}) =>
      (await api.call(contacts.createContact, { token, body: { name: number, number, ...more } })).id,
    say: (contactId: number | undefined, optedOut: boolean) =>
      api.call(contacts.updateContact, { token, params: { contactId }, body: { optedOut } }),
  });
  await at(living.url, env, async (api) => {
    const { add } = calls(api, await api.signIn(company.admin));
    for (const number of [ANA, BIA]) ids.push(await add(number));
    ids.push(await add(CAIO, { optedOut: true }));
    const eva = await add(EVA, { optedOut: true });
    ids.push(eva);
    await leaveTraces(api.admin, company, eva, EVA);
    await list(api.admin, company.companyId, { name: 'Fábio', number: FABIO });
    await api.admin`
      update messages set participant = ${`${GIL_OF_WHATSAPP}@s.whatsapp.net`} where participant like '5531900000000@%'`;
    await api.run('wishes');
    expect((await api.admin`select from wishes`).count).toBe(0);
  });
  const backup = await copyOf(living);
  await backup.close();
  await at(living.url, env, async (api) => {
    const token = await api.signIn(company.admin);
    const { add, say } = calls(api, token);
    const [ana, bia, caio, eva] = ids;
    for (const [id, isOut] of [
      [ana, true],
      [bia, true],
      [caio, false],
    ] as const)
      await say(id, isOut);
    await api.call(contacts.deleteContact, { token, params: { contactId: bia } });
    // A change of mind is one more line.
    for (const isOut of [false, true]) await say(ana, isOut);
    for (const [see, erase, params] of [
      [getFileOfContact, eraseContact, { contactId: eva }],
      [getFileOfNumber, eraseNumber, { number: FABIO }],
      [getFileOfNumber, eraseNumber, { number: GIL }],
    ] as const) {
      const { digest } = await api.call(see, { token, params });
      await api.call(erase, { token, params, body: { digest } });
    }
    await api.run('erasures', new Date(Date.now() + DAY_MS + 60_000));
    const duda = await add(DUDA, { optedOut: true });
    await api.call(contacts.deleteContact, { token, params: { contactId: duda } });
    await api.run('wishes');
    expect((await api.admin`select from wishes`).count).toBe(0);
  });
  return { company, living: living.url, backup, env };
}

/** The whole server, which says what is wrong and is killed where it is told. */
function start(
  url: string,
  env: Env,
  { args = [], more = {} }: { args?: readonly string[]; more?: Env },
): Running<{ url: string }> {
  const server = startProcess<{ url: string }>('server/src/main.ts', {
    args: ['--with-parent', ...args],
    env: {
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'silent',
      BALCAO_ROLE: 'api',
      DATABASE_URL: url,
      ...env,
      ...more,
    },
  });
  server.ready.catch(() => {});
  servers.push(server);
  return server;
}

/** Of it what it does before anybody can sign in. */
const redo = (url: string, env: Env, options?: { passesOver: boolean }) =>
  redoOn(url, loadConfig({ ...env, DATABASE_URL: url }), options);

/** Tables that still know somebody who was erased. */
async function knowing({ admin }: TestDatabase): Promise<string[]> {
  const tables = await admin<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relkind = 'r' and not c.relispartition and c.relnamespace = 'public'::regnamespace and c.relname <> 'erasure_targets'`;
  const known = await Promise.all(
    tables.map(async ({ name }) => {
      const { count } =
        await admin`select from ${admin(name)} t where t::text ~ ${`\\m(${EVA}|${FABIO}|${GIL}|${GIL_OF_WHATSAPP})\\M`} limit 1`;
      return count > 0 ? [name] : [];
    }),
  );
  return known.flat();
}

const outsOf = async ({ admin }: TestDatabase) =>
  (await admin`select number from contacts where opted_out_at is not null order by number`).map(
    ({ number }) => number,
  );

const WORLDS = (['folder', 'bucket'] as const).flatMap((kind) =>
  ['erasure.taken:2', 'wishes.redone:1', 'wishes.written:1'].map((step) => [kind, step] as const),
);

it.each(sampleOf(WORLDS, 1, 'where wishes stand, and who is killed at', (one) => one.join(' ')))(
  'holds again when they stand in a %s, also who is killed at %s',
  { timeout: 60_000 },
  async (kind, step) => {
    const { company, backup } = begun;
    const env = await placeOf(kind, `holds-${kind}-${step}`);
    const restored = await copyOf(backup);
    const die = async () => {
      const dying = start(restored.url, env, { more: { BALCAO_FAILPOINT: step } });
      expect(await dying.ended).toBe('SIGKILL');
    };
    const isWritten = step.startsWith('wishes.written');
    expect(await outsOf(restored)).toEqual([CAIO, EVA]);
    expect(await knowing(restored)).toContain('contact_list_items');

    // Killed before it could say that it is done, another one does it again.
    if (!isWritten) await die();
    await redo(restored.url, env);
    expect(await outsOf(restored)).toEqual([ANA, BIA]);
    expect(await knowing(restored)).toEqual([]);
    const waiting = async () => (await restored.admin`select from wishes`).count;
    expect(await waiting()).toBe(0);
    // Whom no contact has is known by the number, also who was erased.
    await at(restored.url, env, async (api) => {
      const token = await api.signIn(company.admin);
      for (const number of [DUDA, EVA]) {
        const back = await api.call(contacts.createContact, { token, body: { name: 'De volta', number } });
        expect(back).toMatchObject({ optedOutAt: expect.any(String), optedOutBy: 'person' });
      }
      const { erasures } = await api.call(listErasures, { token });
      expect(erasures.map(({ askedBy, counts }) => [askedBy, counts?.lists, counts?.groupMessages])).toEqual([
        [null, 0, 1],
        [null, 1, 0],
        [null, 1, 1],
      ]);
    });

    // Killed before it could say that a line is written, another one takes it for written.
    expect(await waiting()).toBe(2);
    if (isWritten) await die();
    expect(await waiting()).toBe(2);
    await at(restored.url, env, (api) => api.run('wishes'));
    expect(await waiting()).toBe(0);
    expect([...(await restored.admin`select failure from wish_log`)]).toEqual([{ failure: null }]);
  },
);

it('lets nobody in before, refuses what is damaged, cut or foreign, and goes on without when told', {
  timeout: 90_000,
}, async () => {
  const { company, backup } = begun;
  const env = await placeOf('folder', 'refuses');
  const lines = join(env.BACKUP_TO ?? '', 'wishes', 'db1');
  const parts = (await readdir(lines)).filter((name) => name.endsWith('.lines')).sort();
  const last = join(lines, parts.at(-1) ?? '');
  const whole = await readFile(last, 'utf8');
  for (const number of [ANA, BIA, CAIO, DUDA, EVA, FABIO]) expect(whole).not.toContain(number);

  const restored = await copyOf(backup);
  await writeFile(last, whole.replace('"saidBy":"person"', '"saidBy":"contact"'));
  await expect(redo(restored.url, env)).rejects.toThrow(
    /is damaged from line \d+ on\. Bring back a copy.*--without-wishes/,
  );
  await rm(last);
  // Nothing is newer than the backup there, but for the word on how many there were.
  const cut = start(restored.url, env, { args: ['--restored'] });
  expect(await cut.ended).toBe(1);
  expect(cut.log()).toMatch(/lacks the lines \d+ to \d+\. Bring back/);
  await writeFile(last, whole);
  await expect(redo(restored.url, { ...env, SECRET_KEY_FILE: join(dir, 'another.key') })).rejects.toThrow(
    /signed with another key\. Bring back the SECRET_KEY_FILE/,
  );

  // Its place is away, and somebody has said that a backup was restored.
  const away = `${env.BACKUP_TO}-away`;
  await rename(env.BACKUP_TO ?? '', away);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const waiting = start(restored.url, env, { more: { PORT: String(port) } });
  const signIn = () =>
    fetch(`${url}${login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: company.admin.email, password: PASSWORD }),
    });
  const answer = await expect
    .poll(async () => (await signIn()).status, { timeout: 20_000 })
    .toBe(503)
    .then(signIn);
  expect(await answer.json()).toMatchObject({ error: 'ERR_RESTORING' });
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  expect((await fetch(`${url}/health/ready`)).status).toBe(503);
  await rename(away, env.BACKUP_TO ?? '');
  await waiting.ready;
  expect((await signIn()).status).toBe(200);
  expect(await outsOf(restored)).toEqual([ANA, BIA]);
  await waiting.stop();

  // Knowingly: what comes from now on is written after all that stands there.
  const lost = await copyOf(backup);
  await writeFile(last, 'nothing');
  await redo(lost.url, env, { passesOver: true });
  expect(await outsOf(lost)).toEqual([CAIO, EVA]);
  await at(lost.url, env, async (api) => {
    await api.admin`update contacts set opted_out_at = now(), opted_out_by = 'person' where number = ${ANA}`;
    await api.db.withCompany(
      company.companyId,
      (tx) => tx`
      update contacts set opted_out_at = now(), opted_out_by = 'person'
      where company_id = ${company.companyId} and number = ${BIA}`,
    );
    await api.run('wishes');
    expect((await api.admin`select from wishes`).count).toBe(0);
  });
  await redo(lost.url, env);
});

it('waits in the database while its place takes nothing, operators are told, and is written once it does', {
  timeout: 60_000,
}, async () => {
  const { company, living, backup } = begun;
  const env = await placeOf('bucket', 'late');
  const restored = await copyOf(backup);
  await restored.close();
  const dead = { ...env, BACKUP_TO: 's3:http://127.0.0.1:9/nowhere/at' };
  const state = async (api: TestApi) => {
    await api.run('wishes');
    const { findings } = await api.call(getHealth, { token: await api.signIn(company.admin) });
    const waiting = await api.admin`select from wishes`;
    return [waiting.count, ...findings.map(({ name }) => name).filter((name) => name.startsWith('wishes'))];
  };
  const change = async (api: TestApi, optedOut: boolean) => {
    const token = await api.signIn(company.admin);
    const [ana] = await api.admin<{ id: number }[]>`select id::int from contacts where number = ${ANA}`;
    await api.call(contacts.updateContact, { token, params: { contactId: ana?.id }, body: { optedOut } });
  };
  await at(living, dead, async (api) => {
    await change(api, false);
    expect(await state(api)).toEqual([1]);
    api.advance(11 * 60_000);
    expect(await state(api)).toEqual([1, 'wishesUnwritten']);
  });
  await at(living, env, async (api) => {
    api.advance(22 * 60_000);
    expect(await state(api)).toEqual([0]);
  });
  // The lines of another life stand there: it says so, and writes over nothing.
  await at(restored.url, env, async (api) => {
    await change(api, true);
    expect(await state(api)).toEqual([1]);
    api.advance(11 * 60_000);
    expect(await state(api)).toEqual([1, 'wishesUnwritten']);
  });
});
