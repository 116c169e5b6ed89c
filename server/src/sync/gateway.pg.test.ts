import { CLOSE, LIMITS, SYNC_PATH } from '@balcao/shared/sync/frames.ts';
import { PROTOCOL } from '@balcao/shared/sync/protocol.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Session, startApi } from '../../test/api.ts';
import { type FaultProxy, startFaultProxy } from '../../test/fault-proxy.ts';
import type { CompanyFixture } from '../../test/fixtures.ts';
import { addMessage, addTicket } from './testing/data.ts';
import { openSyncApi, type SyncApi } from './testing/sync-api.ts';

let server: SyncApi;
let company: CompanyFixture;
let ana: Session;

beforeAll(async () => {
  server = await openSyncApi(await startApi());
  company = await server.company('Padaria');
  ana = await server.openSession(company.ana);
});
afterAll(() => server.stop());

/** What a raw socket hears after it says something: the code of the last error, and the close code. */
function say(...words: (string | Buffer)[]): Promise<{ error: string | undefined; code: number }> {
  const ws = new WebSocket(`${server.url}${SYNC_PATH}`);
  let error: string | undefined;
  ws.on('message', (data) => {
    const frame = JSON.parse(String(data)) as { type: string; code?: string };
    if (frame.type === 'error') error = frame.code;
  });
  ws.on('error', () => {});
  ws.on('open', () => {
    for (const word of words) ws.send(word, { binary: typeof word !== 'string' });
  });
  return new Promise((resolve) => ws.on('close', (code) => resolve({ error, code })));
}

const hello = (fields: Record<string, unknown> = {}) =>
  JSON.stringify({
    type: 'hello',
    protocol: PROTOCOL,
    clientId: crypto.randomUUID(),
    schema: 1,
    appVersion: 'test',
    cursor: null,
    viewVersion: null,
    token: ana.token,
    ...fields,
  });

describe('malformed and hostile frames are answered with a code and a close', () => {
  const refused = { error: 'ERR_PROTOCOL', code: CLOSE.protocolError };
  const cases: [string, () => (string | Buffer)[], { error: string | undefined; code: number }][] = [
    ['no JSON', () => ['{'], refused],
    ['not an object', () => ['[]'], refused],
    ['binary', () => [Buffer.from(hello())], refused],
    ['unknown type', () => ['{"type":"shutdown"}'], refused],
    ['something before the greeting', () => ['{"type":"ping","t":1}'], refused],
    ['two greetings', () => [hello(), hello()], refused],
    ['a greeting that goes on and on', () => [hello({ more: 'x'.repeat(20_000) })], refused],
    ['a greeting without a token', () => [hello({ token: undefined })], refused],
    ['a cursor below zero', () => [hello({ cursor: { epoch: crypto.randomUUID(), seq: -1 } })], refused],
    ['an unknown command', () => [hello(), push({ name: 'ticket.destroy' })], refused],
    ['a command with wrong types', () => [hello(), push({ args: { ticketId: '1' } })], refused],
    [
      'too many tickets of interest',
      () => [hello(), JSON.stringify({ type: 'interest', tickets: range(21), contacts: [] })],
      refused,
    ],
    ['a page too large', () => [hello(), fetchPage({ limit: 101 })], refused],
    ['a nest of brackets', () => ['['.repeat(200_000)], refused],
    [
      'a forged token',
      () => [hello({ token: `${ana.token}x` })],
      { error: 'ERR_SESSION_EXPIRED', code: CLOSE.tokenInvalid },
    ],
    [
      'an old protocol',
      () => [hello({ protocol: 0 })],
      { error: 'ERR_PROTOCOL_TOO_OLD', code: CLOSE.protocolTooOld },
    ],
    ['a frame too large', () => ['x'.repeat(LIMITS.maxFrame + 1)], { error: undefined, code: 1009 }],
  ];
  const push = (fields: Record<string, unknown>) =>
    JSON.stringify({
      type: 'push',
      mutations: [
        { seq: 1, name: 'ticket.accept', args: { ticketId: 1 }, at: new Date().toISOString(), ...fields },
      ],
    });
  const fetchPage = (fields: Record<string, unknown>) =>
    JSON.stringify({
      type: 'fetch',
      reqId: 1,
      what: 'messages',
      ticketId: 1,
      before: null,
      limit: 1,
      ...fields,
    });
  const range = (length: number) => Array.from({ length }, (_, index) => index + 1);

  test.each(cases)('%s', async (_, words, answer) => {
    expect(await say(...words())).toEqual(answer);
  });

  test('too many frames', async () => {
    const desk = server.console(ana);
    await desk.live();
    for (const t of range(700)) desk.send({ type: 'ping', t });
    await desk.next('error', (frame) => frame.code === 'ERR_TOO_MANY_REQUESTS', 0);
    expect(await desk.closed).toEqual({ code: 1008 });
  });

  test('silence', async () => {
    const at = performance.now();
    expect(await say()).toEqual(refused);
    expect(performance.now() - at).toBeGreaterThan(LIMITS.helloMs - 100);
  });

  test('and the server goes on', async () => {
    const desk = server.console(ana);
    await desk.live();
    desk.send({ type: 'ping', t: 42 });
    expect(await desk.next('pong', undefined, 0)).toEqual({ type: 'pong', t: 42 });
    desk.cut();
  });
});

describe('who may connect', () => {
  test('a web page may not, whatever token it has', async () => {
    const ws = new WebSocket(`${server.url}${SYNC_PATH}`, { origin: 'https://evil.example' });
    const status = await new Promise((resolve) => {
      ws.on('unexpected-response', (_, response) => resolve(response.statusCode));
      ws.on('open', () => resolve('open'));
      ws.on('error', () => {});
    });
    expect(status).not.toBe('open');
    ws.terminate();
  });

  test('at most five consoles of one agent, and the same console takes the place of its own ghost', async () => {
    const session = await server.openSession((await server.company('Muitas telas')).ana);
    const desks = Array.from({ length: 5 }, () => server.console(session));
    await Promise.all(desks.map((desk) => desk.live()));
    const sixth = server.console(session);
    expect(await sixth.closed).toEqual({ code: CLOSE.tooManyConnections });
    const [first] = desks;
    const again = server.console(session, first ? { store: first.store } : {});
    await again.live();
    expect(await first?.closed).toEqual({ code: CLOSE.goingAway });
    for (const desk of [...desks, again]) desk.cut();
    await Promise.all([...desks, again].map((desk) => desk.closed));
  });

  test('a session that ends closes its consoles within a second, and sends them nothing more', async () => {
    const bruno = await server.openSession(company.bruno);
    const desk = server.console(bruno);
    await desk.live();
    const at = performance.now();
    const successor = await server.openSession(company.bruno);
    expect(await desk.closed).toEqual({ code: CLOSE.takenOver });
    expect(performance.now() - at).toBeLessThan(1_000);
    const next = server.console(successor);
    await next.live();
    await server.endSession(successor);
    expect(await next.closed).toEqual({ code: CLOSE.tokenInvalid });
    const late = server.console(bruno);
    expect(await late.closed).toEqual({ code: CLOSE.takenOver });
  });

  test('a token that runs out is announced, can be renewed, and ends the connection otherwise', async () => {
    const admin = await server.openSession(company.admin);
    const [renewing, silent] = [server.console(admin), server.console(admin)];
    server.advance(14.5 * 60_000);
    await Promise.all([renewing.live(), silent.live()]);
    const warning = await renewing.next('auth.expiring', undefined, 0);
    expect(warning.inMs).toBeGreaterThan(0);
    expect(warning.inMs).toBeLessThanOrEqual(30_000);
    // A fresh sign-in would end this session: what the console sends is a token of the same session.
    renewing.send({ type: 'auth', token: (await server.renew(admin)).token });
    renewing.send({ type: 'ping', t: 1 });
    await renewing.next('pong', undefined, 0);
    renewing.send({ type: 'auth', token: ana.token });
    expect(await renewing.closed).toEqual({ code: CLOSE.tokenInvalid });
    server.advance(60_000);
    const tooLate = server.console(admin);
    expect(await tooLate.closed).toEqual({ code: CLOSE.tokenInvalid });
    silent.cut();
  });

  test('agents are online while they have a console', async () => {
    const firm = await server.company('Presença');
    const watcher = server.console(await server.openSession(firm.ana));
    await watcher.live();
    const turns = (online: boolean) =>
      watcher.next('batch', () => watcher.store.get('user', firm.bruno.id)?.online === online);
    const [arrives, bruno] = [turns(true), server.console(await server.openSession(firm.bruno))];
    await arrives;
    const leaves = turns(false);
    bruno.cut();
    await leaves;
    watcher.cut();
  });
});

test('I12: a console that does not read costs bounded memory, harms nobody, and converges when it reads again', async () => {
  const session = await server.openSession(company.ana);
  const ticket = await addTicket(server.db, company, { queueId: company.queues.support, name: 'Rápida' });
  const [slow, deaf, quick] = [
    server.console(session),
    server.console(session, { acks: false }),
    server.console(session),
  ];
  await Promise.all([slow.live(), deaf.live(), quick.live()]);
  const batches = (desk: typeof slow) => desk.frames.filter((frame) => frame.type === 'batch').length;
  const before = batches(deaf);
  slow.ws.pause();
  // 10,000 changes of 1 kB in 50 transactions.
  const text = 'x'.repeat(1_000);
  for (let round = 0; round < 50; round++) {
    const wanted = quick.next('batch', (batch) => batch.to > 0 && !batch.more);
    await server.db.withCompany(company.companyId, async (tx) => {
      await tx`
        insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, created_at)
        select ${company.companyId}, gen_random_uuid(), ${ticket.id}, ${ticket.contactId}, ${company.connectionId},
          false, ${text}, 'received', clock_timestamp() from generate_series(1, 200)`;
    });
    await wanted;
  }
  const last = await addMessage(server.db, company, ticket, 'the last word');
  await quick.settle();
  expect(quick.store.get('message', last)).toBeDefined();
  // Never more than four batches on the way to a console that confirms none.
  expect(batches(deaf) - before).toBeLessThanOrEqual(LIMITS.unackedBatches);
  expect(slow.store.get('message', last)).toBeUndefined();
  slow.ws.resume();
  await slow.settle();
  expect(slow.store.get('message', last)).toBeDefined();
  for (const desk of [slow, deaf, quick]) desk.cut();
}, 60_000);

test('a restart says goodbye and when to come back', async () => {
  const other = await openSyncApi(await startApi());
  const firm = await other.company('Fechada');
  const desk = other.console(await other.openSession(firm.ana));
  await desk.live();
  const bye = desk.next('bye');
  const stopping = other.stop();
  expect(await bye).toMatchObject({ code: 'ERR_UNAVAILABLE', reconnectAfterMs: expect.any(Number) });
  await stopping;
});

test('a console that comes while the server ends does not hold it up', async () => {
  const other = await openSyncApi(await startApi());
  const session = await other.openSession((await other.company('Fechando')).ana);
  const slow = other.console(session);
  await slow.live();
  // It says goodbye when its time is over, so the server is a while about its ending.
  slow.ws.pause();
  const stopping = other.stop();
  const late = other.console(session);
  await late.closed;
  expect(late.texts).toEqual([]);
  await stopping;
});

test('while the database is away consoles are told so, and find everything when it is back', async () => {
  const started = Promise.withResolvers<FaultProxy>();
  const other = await openSyncApi(
    await startApi({
      async route(url) {
        const proxy = await startFaultProxy(url);
        started.resolve(proxy);
        return proxy.url;
      },
    }),
  );
  const proxy = await started.promise;
  const firm = await other.company('Sem banco');
  const ticket = await addTicket(other.db, firm, { queueId: firm.queues.support, name: 'Clara' });
  const session = await other.openSession(firm.ana);
  const desk = other.console(session);
  await desk.live();
  await proxy.stop();
  expect(await desk.next('bye', undefined, 0)).toMatchObject({ code: 'ERR_UNAVAILABLE' });
  expect(await desk.closed).toEqual({ code: CLOSE.goingAway });
  const early = other.console(session, { store: desk.store });
  expect(await early.closed).toEqual({ code: CLOSE.goingAway });

  await proxy.start();
  await expect
    .poll(() => addMessage(other.db, firm, ticket, 'later').then(() => 'stored', String))
    .toBe('stored');
  const again = other.console(session, { store: desk.store });
  await again.live();
  expect(again.store.get('ticket', ticket.id)?.lastMessage).toBe('later');
  await other.stop();
  await proxy.stop();
});
