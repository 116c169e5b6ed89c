import { readFile } from 'node:fs/promises';
import { sendMessage } from '@balcao/shared/features/messages/calls.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../src/platform/free-port.ts';
import { createConsole, type TestConsole } from '../../src/sync/testing/console.ts';
import { VERSION } from '../../src/version.ts';
import { startApi, type TestApi } from '../api.ts';
import { type Chat, openChat } from '../chat.ts';
import { createTestDatabase } from '../database.ts';
import { eventually } from '../eventually.ts';
import type { PhoneCompany } from '../phone-company.ts';
import type { Running } from '../process.ts';
import { type LocalWorld, startWorld } from '../world.ts';
import { type Collector, startCollector } from './collector.ts';
import { namedFigures } from './expressions.ts';
import { type Prometheus, startPrometheus } from './prometheus.ts';

/** Real programs, watched by Debian's Prometheus and by a collector of traces. */

let world: LocalWorld;
let company: PhoneCompany;
let collector: Collector;
let prometheus: Prometheus;
/** In this process, for signing in. */
let api: TestApi;
let program: Running<{ url: string }>;
let worker: Running;
let desk: TestConsole;
let chat: Chat;
/** When the phone began to write, and when the console had it. */
let way: { from: number; to: number };
let ports: { api: number; sessions: number };

/** Two that follow one another. */
async function freePair(): Promise<typeof ports> {
  const api = await freePort();
  return (await freePort(api + 1)) === api + 1 ? { api, sessions: api + 1 } : freePair();
}

/** What the package's unit tells a process, but for its folder, which is the package's too. */
async function unitEnv(name: string, instance = ''): Promise<Record<string, string>> {
  const unit = new URL(`../../packaging/systemd/${name}.service`, import.meta.url);
  const [, line = ''] = /^Environment=(.*)$/m.exec(await readFile(unit, 'utf8')) ?? [];
  const { DATA_DIR: _, ...env } = Object.fromEntries(
    line.split(' ').map((pair) => pair.replace('%i', instance).split('=')),
  );
  return env;
}

beforeAll(async () => {
  collector = await startCollector();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  world = await startWorld({ database: createTestDatabase(), env });
  ports = await freePair();
  // Both read the one file of an operator, and what their units say.
  const METRICS_PORT = String(ports.api);
  program = world.startApi({ env: { METRICS_PORT, ...(await unitEnv('balcao-api')) } });
  worker = world.startWorker({ env: { METRICS_PORT, ...(await unitEnv('balcao-sessions@', '1')) } });
  company = await world.addCompany();
  api = await startApi({ beside: world });
  const { url } = await program.ready;
  await worker.ready;
  await company.link();
  await world.database
    .admin`insert into backups (kind, at, ended_at, outcome) values ('backup', now(), now(), 'done')`;
  prometheus = await startPrometheus(world.dir, Object.values(ports));
  chat = await openChat(world, api, company, company.ana);
  desk = createConsole(url.replace('http', 'ws'), await api.signIn(company.ana));
  await desk.live();
  const from = Date.now();
  await chat.customerWrites('Chegou?');
  await chat.arrived();
  await eventually(
    async () => desk.store.rows('message').some(({ body }) => body === 'Chegou?'),
    (isThere) => isThere,
  );
  way = { from, to: Date.now() };
  const call = {
    token: await api.signIn(company.ana),
    params: { ticketId: chat.ticket.id },
    body: { body: 'Sim' },
  };
  await api.call(sendMessage, call);
  await chat.customerReceives('Sim');
  await fetch(`${url}/version`);
});
afterAll(async () => {
  desk.cut();
  await prometheus.stop();
  await api.stop();
  await world.stop();
  await collector.stop();
});

it('serves every figure that the dashboard and the rules name', async () => {
  const named = await namedFigures();
  const missing = async () => {
    const served = new Set(
      (await prometheus.names()).map((name) => name.replace(/_(bucket|count|sum)$/, '')),
    );
    return named.filter((name) => !served.has(name));
  };
  await expect.poll(missing, { timeout: 20_000 }).toEqual([]);
  expect(await prometheus.ask('up')).toHaveLength(2);
  const one = async (question: string) => Number((await prometheus.ask(question))[0]?.value[1]);
  await expect.poll(() => one('balcao_connections{status="connected"}')).toBe(1);
  const programs = await prometheus.ask('balcao_process_info');
  expect(programs.map(({ metric }) => metric.version)).toEqual([VERSION, VERSION]);
  expect(await one('balcao_sessions')).toBe(1);
  expect(await one('balcao_session_capacity')).toBe(200);
  expect(await one('sum(balcao_intake_seconds_count)')).toBeGreaterThanOrEqual(2);
  expect(await one('balcao_send_seconds_count{outcome="accepted"}')).toBe(1);
  expect(await one('sum(balcao_feed_lag_seconds_count)')).toBeGreaterThanOrEqual(1);
  expect(await one('balcao_http_request_seconds_count{route="/version", status="2xx"}')).toBe(1);
  expect(await one('balcao_backup_age_seconds')).toBeLessThan(60);
  expect(await one('balcao_outbox_oldest_seconds{status="connected"}')).toBe(0);
  expect(await prometheus.ask('ALERTS{alertstate="firing"}')).toEqual([]);
  // Where none was ever good, somebody is called as well.
  await world.database.admin`update backups set outcome = 'failed', began_at = now() - interval '2 hours'`;
  await expect
    .poll(() => one('balcao_backup_age_seconds'), { timeout: 30_000 })
    .toBeGreaterThanOrEqual(7_200);
});

it('names no company, no number and nobody in its labels, and has few of them', async () => {
  const texts = await Promise.all(
    Object.values(ports).map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
  );
  const labels = new Set([...texts.join('\n').matchAll(/[{,](\w+)="/g)].map(([, label]) => label));
  expect([...labels].sort()).toEqual([
    'kind',
    'le',
    'method',
    'outcome',
    'part',
    'quantile',
    'route',
    'state',
    'status',
    'version',
  ]);
  for (const text of texts) {
    expect(text).not.toContain(company.phone);
    expect(text).not.toContain(chat.customer);
    expect(text.split('\n').length).toBeLessThan(500);
  }
});

it('answers nothing else there, and starts on no port that is taken', async () => {
  expect((await fetch(`http://127.0.0.1:${ports.api}/version`)).status).toBe(404);
  const second = world.startApi({ env: { METRICS_PORT: String(ports.api) } });
  await expect(second.ready).rejects.toThrow(
    `Metrics cannot be served at 127.0.0.1:${ports.api}: listen EADDRINUSE`,
  );
});

it('follows a message from the stanza of the phone to the frame of the console, in one trace', async () => {
  await worker.stop();
  await program.stop();
  const { admin } = world.database;
  const traceOf = async (body: string) => {
    const [row] = await admin<{ id: string }[]>`select id from messages where body = ${body}`;
    const traceId = row?.id.replaceAll('-', '');
    return collector.spans.filter((span) => span.traceId === traceId);
  };
  const spans = await traceOf('Chegou?');
  const roots = spans.filter(({ parentSpanId }) => !parentSpanId);
  const [root] = roots;
  expect(roots).toHaveLength(1);
  const ids = spans.map(({ spanId }) => spanId);
  expect(spans.filter(({ parentSpanId }) => parentSpanId && !ids.includes(parentSpanId))).toEqual([]);
  expect(root).toMatchObject({ name: 'receive', kind: 'sessions', service: 'balcao' });
  const below = (name: string) => spans.find((span) => span.name === name);
  for (const name of ['open', 'queue', 'store', 'show'])
    expect(below(name)?.parentSpanId, name).toBe(root?.spanId);
  expect(below('show')?.kind).toBe('api');
  expect(below('read')?.parentSpanId).toBe(below('show')?.spanId);
  const times = ['open', 'queue', 'store'].map((name) => [
    BigInt(below(name)?.startTimeUnixNano ?? 0),
    BigInt(below(name)?.endTimeUnixNano ?? 0),
  ]);
  expect(times.flat()).toEqual(times.flat().toSorted((a, b) => (a < b ? -1 : 1)));
  const msOf = (nanoseconds = '0') => Number(BigInt(nanoseconds) / 1_000_000n);
  expect(msOf(root?.startTimeUnixNano)).toBeGreaterThanOrEqual(way.from);
  expect(msOf(below('show')?.startTimeUnixNano)).toBeGreaterThanOrEqual(
    msOf(below('store')?.startTimeUnixNano),
  );
  // A frame may arrive before its sender has put down when it ended.
  expect(msOf(below('show')?.startTimeUnixNano)).toBeLessThanOrEqual(way.to);
  expect((await traceOf('Sim')).find(({ parentSpanId }) => !parentSpanId)).toMatchObject({
    name: 'send',
    kind: 'sessions',
  });
  expect(collector.wrong).toEqual([]);
  expect(JSON.stringify(collector.spans)).not.toMatch(/Chegou|Sim/);
});
