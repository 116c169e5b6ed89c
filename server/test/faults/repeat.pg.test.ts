import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { isWrite, type RouteContract } from '@balcao/shared/contract/call.ts';
import { login, me } from '@balcao/shared/features/auth/calls.ts';
import { downloadMedia } from '@balcao/shared/features/media/calls.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startApi, type TestApi } from '../api.ts';
import { eventually } from '../eventually.ts';
import { type FaultProxy, startFaultProxy } from '../fault-proxy.ts';
import { createCompany } from '../fixtures.ts';
import { type Ids, seedOneOfEach } from '../one-of-each.ts';
import { PICTURE } from '../picture.ts';
import { sampleOf } from '../sample.ts';

/**
 * Work that was done and whose answer was lost: the caller repeats the request, and finds it done once (fault rows N7,
 * P1, S6).
 */

let proxy: FaultProxy;
let api: TestApi;
let companies = 0;
let tables: { name: string }[] | undefined;

beforeAll(async () => {
  api = await startApi({
    route: async (url) => {
      proxy = await startFaultProxy(url);
      return proxy.url;
    },
  });
});
afterAll(async () => {
  await api.stop();
  await proxy.stop();
});

const nameOf = ({ method, path }: RouteContract) => `${method} ${path}`;

/** The agent of a shop's ticket. */
type Start = 'nobody' | 'me';

/** A fresh company and a token of its admin. */
async function shop() {
  const { admin } = api.database;
  const company = await createCompany(admin, `Loja ${++companies}`);
  await admin`update users set super = true where id = ${company.admin.id}`;
  const { email, password } = company.admin;
  const { token } = await api.call(login, { body: { email, password } });
  return {
    token,
    /** One of each thing that a route may name. */
    async stock(start: Start = 'me') {
      const ids = await seedOneOfEach(admin, company);
      const [status, user_id] = start === 'me' ? ['open', company.admin.id] : ['pending', null];
      await admin`update tickets set ${admin({ status, user_id })} where id = ${ids.ticketId}`;
      // The first one is the default, which must not be deleted.
      const [second] = await admin`insert into connections (company_id, name)
        values (${company.companyId}, ${randomUUID()}) returning id::int`;
      return { ...ids, whatsappId: second?.id as number, id: uuidv7() };
    },
  };
}

describe('N7, P1: every write whose commit is not answered may be repeated', () => {
  /** Routes that act on every call by design. */
  const MEANT: Record<string, string> = {
    'PUT /whatsappsession/:whatsappId': 'each one asks for another QR code',
    'POST /auth/second-factor': 'each one makes another secret, until one is confirmed',
  };
  /** Routes that the calls made here must have proven; others may be proven less. */
  const AT_LEAST = [
    'DELETE /auth/logout',
    'POST /whatsapp',
    'PUT /whatsapp/:whatsappId',
    'DELETE /whatsapp/:whatsappId',
    'POST /whatsappsession/:whatsappId',
    'DELETE /whatsappsession/:whatsappId',
    'PUT /tickets/:ticketId',
    'POST /messages/:ticketId',
    'PUT /media/:mediaId',
  ];

  it('route by route, at each commit', { timeout: 600_000 }, async () => {
    const proven: string[] = [];
    const writes = api.app.contracts.filter(
      (contract) => isWrite(contract) && contract.access !== 'public' && !(nameOf(contract) in MEANT),
    );
    const drawn = sampleOf(writes, Math.ceil(writes.length / 8), 'routes whose commits are lost', nameOf);
    for (const contract of drawn) {
      const starts: Start[] = contract.path.includes(':ticketId') ? ['nobody', 'me'] : ['me'];
      for (const start of starts)
        for (const choice of choices(contract))
          if (await repeat(contract, start, choice)) proven.push(nameOf(contract));
    }
    const names = drawn.map(nameOf);
    expect(proven).toEqual(expect.arrayContaining(AT_LEAST.filter((name) => names.includes(name))));
  });

  /** @returns `done` when the call did something whose answer was lost */
  async function repeat(contract: RouteContract, start: Start, choice: Record<string, unknown>) {
    const what = `${contract.method} ${contract.path} ${start} ${JSON.stringify(choice)}`;
    let place = await shop();
    let done = false;
    for (let commit = 1; ; commit += 1) {
      const ids = await place.stock(start);
      const send = request(contract, choice, ids, place.token);
      // This authenticates the caller: the next commit is that of the work.
      await api.send(me, { token: place.token });
      const before = await everything();
      const first = await loseCommit(commit, send);
      if (!first.lost && !done && first.answer.statusCode >= 400) return 'refused';
      if (!first.lost) return done ? 'done' : 'nothing';
      // A reading route does not wait for its commit.
      if (first.answer.statusCode >= 500) expect([what, first.answer.statusCode]).toEqual([what, 503]);
      done ||= !isDeepStrictEqual(await everything(), before);
      const second = await send();
      const once = await everything();
      const third = await send();
      expect([what, commit, await everything()]).toEqual([what, commit, once]);
      // That it is done already is an answer too; a failure is none.
      for (const { statusCode, body } of [second, third])
        expect(statusCode, `${what}: ${body}`).toBeLessThan(500);
      if (third.statusCode === 401) place = await shop();
    }
  }

  /** PostgreSQL commits for the nth time, and the answer is lost with its connection. */
  async function loseCommit(nth: number, send: ReturnType<typeof request>) {
    let left = nth;
    proxy.watch = (direction, bytes) => {
      if (direction !== 'down' || !bytes.includes('COMMIT\0') || --left !== 0) return;
      proxy.set({ mode: 'pass' }, { mode: 'truncate', bytes: 0 });
      // The network is well again at once: new connections must not suffer.
      setImmediate(() => proxy.set({ mode: 'pass' }));
    };
    const answer = await send();
    proxy.watch = null;
    return { answer, lost: left <= 0 };
  }
});

describe('S6: killed between a file and its row', () => {
  it('the upload is done again, and what it left behind is gone within the hour', async () => {
    const { config, storage } = api.deps;
    const { admin, url } = api.database;
    async function launch() {
      const program = join(import.meta.dirname, '../../src/main.ts');
      const env = { PORT: '0', DATA_DIR: config.dataDir, DATABASE_URL: url, BALCAO_ROLE: 'api' };
      const child = spawn(process.execPath, [program, '--with-parent'], {
        env: { ...process.env, NODE_OPTIONS: '', LOG_LEVEL: 'silent', ...env },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const [ready] = (await once(createInterface(child.stdout), 'line')) as [string];
      return {
        address: (JSON.parse(ready) as { url: string }).url,
        async end(signal: 'SIGKILL' | 'SIGTERM') {
          const ended = once(child, 'exit');
          child.kill(signal);
          await ended;
        },
      };
    }
    const { token } = await shop();
    const id = randomUUID();
    const upload = async (to: string) => {
      const headers = { authorization: `Bearer ${token}`, 'x-file-name': 'foto.png' };
      return fetch(`${to}/media/${id}`, { method: 'PUT', headers, body: new Uint8Array(PICTURE) });
    };
    const marks = () => readdir(join(config.dataDir, 'media', 'incoming'));
    const waiting = async () =>
      (
        await admin`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      ).count;

    // Files released by the calls above would be cleaned up at the start, and wait for the lock too.
    for (const job of ['unused files', 'removed files']) await api.run(job);
    const marked: string[] = await marks().catch(() => []);
    const first = await launch();
    await admin.begin(async (tx) => {
      await tx`lock table media in share mode`;
      const lost = expect(upload(first.address)).rejects.toThrow();
      await eventually(waiting, (count) => count === 1);
      await first.end('SIGKILL');
      await lost;
    });
    expect(await admin`select from media where id = ${id}`).toHaveLength(0);
    const [orphan = ''] = (await marks()).filter((name) => !marked.includes(name));

    const second = await launch();
    expect((await upload(second.address)).status).toBe(201);
    await second.end('SIGTERM');
    const file = orphan.replaceAll('-', '/');
    await api.run('abandoned files');
    expect(await marks()).toContain(orphan);
    await api.run('abandoned files', new Date(Date.now() + 1_801_000));
    expect(await marks()).toEqual([]);
    await expect(storage.open(file)).rejects.toThrow('ENOENT');
    // None is missing, not even those whose commit was never answered (above).
    for (const { path } of await admin`select path from media where path like '%/%'`)
      (await storage.open(path)).destroy();
    const stored = await api.send(downloadMedia, { params: { mediaId: id }, token });
    expect(stored.rawPayload).toEqual(PICTURE);
  });

  it('every column that names a file is known to whoever sweeps', async () => {
    const columns = await api.database.admin`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name ~ 'path'`;
    expect(columns.map(({ name }) => name).toSorted()).toEqual([
      'data_export_parts.path',
      'media.path',
      'removed_files.path',
    ]);
  });
});

/**
 * A checksum over all rows of each table, without the time of the last touch and without the feed, which may report a
 * change twice, and wrong passwords, of which each is to count. PostgreSQL computes it itself: this runs thousands of
 * times.
 */
async function everything(): Promise<object> {
  const { admin } = api.database;
  tables ??= await admin<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('change_log', 'sync_state', 'jobs', 'attempts')`;
  const sums = tables.map(
    ({ name }) => `select '${name}' as name, count(*) || ' rows, ' || coalesce(sum(hashtextextended(
      (to_jsonb(t) - array['updated_at', 'last_seen_at'])::text, 0)), 0) as sum from ${name} t`,
  );
  const rows = await admin.unsafe<{ name: string; sum: string }[]>(sums.join(' union all '));
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

function request(
  contract: RouteContract,
  choice: Record<string, unknown>,
  ids: Ids & { id: string },
  token: string,
) {
  const params = known(contract.params, ids);
  // The uploader chooses a file's id.
  if (contract.rawBody && 'mediaId' in params) params.mediaId = ids.id;
  const body = contract.rawBody ? PICTURE : contract.body && { ...choice, ...ownId(contract.body, ids) };
  const headers = {
    'idempotency-key': ids.id,
    ...(contract.rawBody ? { 'content-type': 'application/octet-stream', 'x-file-name': 'a.png' } : {}),
  };
  return () => api.send(contract, { params, body, headers, token });
}

interface JsonSchema {
  type?: string;
  format?: string;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  minLength?: number;
  minimum?: number;
  properties?: Record<string, JsonSchema>;
}

const ID_LIKE = /^(id|uuid)$|Ids?$/;

const properties = (schema: z.ZodType | undefined): Record<string, JsonSchema> =>
  schema
    ? ((z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema).properties ?? {})
    : {};

function known(schema: z.ZodType | undefined, ids: Ids): Record<string, unknown> {
  return Object.fromEntries(Object.keys(properties(schema)).map((key) => [key, ids[key as keyof Ids]]));
}

const ownId = (schema: z.ZodType, { id }: { id: string }) => ('id' in properties(schema) ? { id } : {});

/** A longer list of values is data, as colours and countries are, and no choice of what is done. */
const MAX_CHOICES = 20;

/** A valid body, and one for each value of each choice. */
function choices({ body }: RouteContract): Record<string, unknown>[] {
  const entries = Object.entries(properties(body)).filter(([key]) => !ID_LIKE.test(key));
  const base = Object.fromEntries(entries.map(([key, schema]) => [key, sample(schema)]));
  const variants = entries.flatMap(([key, schema]) =>
    (schema.enum ?? [])
      .slice(0, (schema.enum?.length ?? 0) > MAX_CHOICES ? 1 : MAX_CHOICES)
      .map((value) => ({ ...base, [key]: value })),
  );
  return variants.length > 0 ? variants : [base];
}

function sample(schema: JsonSchema): unknown {
  if (schema.anyOf?.[0]) return sample(schema.anyOf[0]);
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'boolean') return false;
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1);
  if (schema.type === 'array') return [];
  if (schema.type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, of]) => [key, sample(of)]));
  if (schema.format === 'date-time') return new Date().toISOString();
  if (schema.format === 'email') return `${randomUUID()}@loja.test`;
  return `de novo ${randomUUID()}`.slice(0, Math.max(schema.minLength ?? 0, 40));
}
