import { createHmac } from 'node:crypto';
import { type RouteContract, route } from '@balcao/shared/contract/call.ts';
import { idText } from '@balcao/shared/contract/fields.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { answerChallenge, hearFromChannel } from '@balcao/shared/features/channel-notices/calls.ts';
import { createConnection, deleteConnection, endSession } from '@balcao/shared/features/connections/calls.ts';
import { ACTIONS, type Action } from '@balcao/shared/permissions.ts';
import {
  MUTATION_NAMES,
  MUTATIONS,
  type MutationArgs,
  type MutationName,
} from '@balcao/shared/sync/commands.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { installRoutes, register } from '../src/platform/http/route.ts';
import { createHttpServer } from '../src/platform/http/server.ts';
import { createConsole } from '../src/sync/testing/console.ts';
import { startApi, type TestApi } from './api.ts';
import { type CompanyFixture, createCompany, createUser, givePlan } from './fixtures.ts';
import { mayCarryBody } from './generate.ts';
import { seedOneOfEach } from './one-of-each.ts';
import { CANARY, type ProbeInput, probeRoute, tableChecksums, takesIds } from './probe.ts';
import { companyKey } from './program-token.ts';
import { sampleOf } from './sample.ts';
import { noticeTokenOf } from './valid-call.ts';

/** Every route, as every profile of company A, with what belongs to company B. */
let api: TestApi;
/** Another process of the installation. */
let other: TestApi;
let b: CompanyFixture;
const callers: Record<string, ProbeInput> = {};

/** Forgets whose ticket it is: the probe must notice. */
const leak = route({
  method: 'GET',
  path: '/leaky/:ticketId',
  access: 'session',
  params: z.object({ ticketId: idText }),
  response: z.object({ id: z.int() }),
});
/** Leaks that a ticket exists, by another code than for one that does not. */
const oracle = route({ ...leak, path: '/oracle/:ticketId' });

function addLeakyRoutes(app: FastifyInstance): void {
  const find = (id: number) => api.db.asSystem((tx) => tx`select id from tickets where id = ${id}`);
  register(app, leak, async ({ params }) => {
    const [row] = await find(params.ticketId);
    if (!row) throw new AppError('ERR_NO_TICKET_FOUND');
    return { id: Number(row.id) };
  });
  register(app, oracle, async ({ params }) => {
    throw new AppError(
      (await find(params.ticketId)).length > 0 ? 'ERR_NO_PERMISSION' : 'ERR_NO_TICKET_FOUND',
    );
  });
}

beforeAll(async () => {
  api = await startApi({ extend: addLeakyRoutes, documented: true });
  other = await startApi({ extend: addLeakyRoutes, documented: true, beside: api });
  const { admin } = api.database;
  const a = await createCompany(admin, 'A');
  b = await createCompany(admin, CANARY);
  for (const { companyId } of [a, b]) await givePlan(admin, companyId);
  const supervisor = await createUser(admin, a.companyId, 'Supervisor', [], { profile: 'supervisor' });
  const operator = await createUser(admin, a.companyId, 'Operator', [], { profile: 'admin' });
  await admin`update users set super = true where id = ${operator.id}`;
  for (const [profile, user] of Object.entries({
    user: a.ana,
    supervisor,
    admin: a.admin,
    super: operator,
    key: a.admin,
  })) {
    const own = await seedOneOfEach(admin, a, 'mine');
    if (profile === 'user' || profile === 'supervisor') own.userId = user.id;
    await admin`update tickets set user_id = ${user.id} where id = ${own.ticketId}`;
    await admin`update media set uploaded_by = ${user.id} where id = ${own.mediaId}`;
    // Each caller gets other ids: a row that a caller creates under a foreign id belongs to their company from then on.
    const foreign = await seedOneOfEach(admin, b, CANARY);
    callers[profile] = {
      profile: profile === 'super' || profile === 'key' ? 'admin' : profile,
      token: profile === 'key' ? await companyKey(admin, a, 'write') : await api.signIn(user),
      own,
      foreign,
      foreignCompany: b.companyId,
    };
  }
});
afterAll(async () => {
  await other.stop();
  await api.stop();
});

/** Each call comes to the next one of two processes, as behind a proxy. */
function inTurns(): TestApi {
  let calls = 0;
  return { ...api, send: (contract, call) => (calls++ % 2 === 0 ? api : other).send(contract, call) };
}

/** Signing out has no ids, and would end the probe. */
const isProbed = (contract: RouteContract) =>
  contract.access !== 'public' && contract.path !== '/auth/logout' && !/leaky|oracle/.test(contract.path);

/** Routes where operators may see other companies; elsewhere they are users of their own company. */
const isForOperators = ({ access, path }: RouteContract) =>
  path.startsWith('/companies/') ||
  (access in ACTIONS && (ACTIONS[access as Action] as readonly string[]).includes('super'));

it('no route shows or touches what belongs to another company', async () => {
  const before = await tableChecksums(api.database.admin, b.companyId);
  expect(Object.keys(before).length).toBeGreaterThan(20);
  // Reads first, and last what makes rows under foreign ids, which are the caller's company's own from then on.
  // Of these a file comes after those that name one.
  const rank = (contract: RouteContract) =>
    Number(mayCarryBody(contract)) + Number(takesIds(contract)) * (contract.rawBody ? 4 : 2);
  const probed = api.app.contracts.filter(isProbed).toSorted((x, y) => rank(x) - rank(y));
  expect(probed.length).toBeGreaterThan(50);
  const violations = [];
  const processes = inTurns();
  const asking = sampleOf(Object.entries(callers), 3, 'callers of the probe', ([profile]) => profile);
  for (const contract of probed)
    for (const [profile, caller] of asking) {
      if (profile === 'super' && isForOperators(contract)) continue;
      // A program calls slowly, a test does not.
      if (profile === 'key') await api.database.admin`delete from token_rates`;
      for (const violation of await probeRoute(processes, contract, caller))
        violations.push(`${profile} ${violation}`);
    }
  expect(violations).toEqual([]);
  expect(await tableChecksums(api.database.admin, b.companyId)).toEqual(before);
}, 180_000);

it('no frame of a console shows or touches what belongs to another company', async () => {
  const url = (await api.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
  // Others than before: under those ids the callers have made files of their own.
  const foreign = await seedOneOfEach(api.database.admin, b, CANARY);
  const before = await tableChecksums(api.database.admin, b.companyId);
  for (const [name, { token, own, foreignCompany }] of Object.entries(callers)) {
    // Consoles are people's.
    if (name === 'key') continue;
    const headers = { 'x-company-id': String(foreignCompany) };
    const desk = createConsole(url, token, {
      headers,
      hello: { companyId: foreignCompany, userId: foreign.userId },
    });
    await desk.live();
    const push = (command: MutationName, ids: Record<string, unknown>) => {
      const fresh = {
        id: crypto.randomUUID(),
        mediaId: null,
        quotedMsgId: null,
        body: 'probe',
        emoji: '👍',
        sendAt: '2040-01-01T12:00:00Z',
        tagIds: [],
        until: '2040-01-01T12:00:00Z',
        pinned: true,
        number: 1,
        card: null,
        mentionedIds: [],
        version: 1,
        lines: [],
      };
      const target = { userId: null, queueId: own.queueId };
      const kept = {
        ticketId: own.ticketId,
        ofId: own.ofId,
        contactId: own.contactId,
        otherId: own.duplicateId,
        personId: crypto.randomUUID(),
        chatId: own.chatId,
        tagId: own.tagId,
        macroId: own.macroId,
        change: {},
      };
      return desk.push(command, { ...kept, ...target, ...fresh, ...ids } as MutationArgs<MutationName>);
    };
    const missing: Record<string, unknown> = {
      ticketId: 987_654_321,
      contactId: 987_654_321,
      otherId: 987_654_321,
      userId: 987_654_321,
      queueId: 987_654_321,
      chatId: 987_654_321,
      tagId: 987_654_321,
      macroId: 987_654_321,
    };
    const pushed: { command: MutationName; key: string; theirs: number; nobodys: number }[] = [];
    for (const command of MUTATION_NAMES) {
      for (const key of Object.keys(MUTATIONS[command].args.shape).filter((field) =>
        /^id$|Id$/.test(field),
      )) {
        // Made by the console itself.
        if (key === 'personId') continue;
        if (
          [
            'message.send',
            'message.forward',
            'message.forwardTo',
            'note.add',
            'macro.run',
            'schedule.create',
            'chat.send',
          ].includes(command) &&
          key === 'id'
        )
          continue;
        const theirs = push(command, { [key]: foreign[key as keyof typeof foreign] });
        const nobodys = push(command, { [key]: missing[key] ?? crypto.randomUUID() });
        pushed.push({ command, key, theirs, nobodys });
      }
      // At most as many may be under way as a console sends at once.
      await desk.settle();
    }
    const results = desk.frames.flatMap((frame) => (frame.type === 'batch' ? frame.mutations.results : []));
    const outcome = (seq: number) => results.find((result) => result.seq === seq);
    for (const { command, key, theirs, nobodys } of pushed) {
      const told = [name, command, key, outcome(theirs)?.status, outcome(theirs)?.code];
      expect(told).toEqual([name, command, key, 'rejected', outcome(nobodys)?.code]);
    }
    desk.send({ type: 'interest', tickets: [foreign.ticketId], contacts: [foreign.contactId] });
    const pages = [
      { what: 'messages', ticketId: foreign.ticketId, before: null, limit: 50 },
      { what: 'ticket', uuid: foreign.uuid },
      { what: 'closedTickets', before: null, limit: 50 },
      { what: 'chatMessages', chatId: foreign.chatId, before: null, limit: 50 },
    ];
    for (const [reqId, page] of pages.entries()) {
      desk.send({ type: 'fetch', reqId, ...page });
      await desk.next('page', (frame) => frame.reqId === reqId, 0);
    }
    await desk.settle();
    expect(desk.texts.filter((text) => text.includes(CANARY))).toEqual([]);
    desk.cut();
  }
  expect(await tableChecksums(api.database.admin, b.companyId)).toEqual(before);
});

it('where messengers tell of a connection, strangers learn nothing and neighbours change nothing', async () => {
  const { admin } = api.database;
  const token = await api.signIn(b.admin);
  const neighbour = await createCompany(admin, 'Neighbour');
  await givePlan(admin, neighbour.companyId);
  const theirs = await api.signIn(neighbour.admin);
  const link = async (owner: string, kind: 'hub' | 'whatsapp_cloud', appSecret = 'a'.repeat(32)) => {
    const { id } = await api.call(createConnection, {
      token: owner,
      body: {
        kind,
        name: `${CANARY} ${kind} ${appSecret.slice(0, 1)}`,
        credentials:
          kind === 'hub'
            ? { hubToken: 'x'.repeat(20), channelId: 'c1', channel: 'instagram' }
            : { phoneNumberId: '55110001', accessToken: 'E'.repeat(40), appSecret },
      },
    });
    return id;
  };
  const ofB = (connectionId: number) => noticeTokenOf(api, { companyId: b.companyId, connectionId });
  const cloud = await link(token, 'whatsapp_cloud');
  const stopped = await link(token, 'whatsapp_cloud', 'b'.repeat(32));
  const gone = await link(token, 'hub');
  const own = noticeTokenOf(api, {
    companyId: neighbour.companyId,
    connectionId: await link(theirs, 'whatsapp_cloud', 'c'.repeat(32)),
  });
  await api.call(endSession, { params: { whatsappId: stopped }, token });
  await api.call(deleteConnection, { params: { whatsappId: gone }, token });
  const notice = JSON.stringify({ object: 'whatsapp_business_account', entry: [] });
  const sign = (secret: string, body = notice) =>
    `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const post = (connectionToken: string, signature?: string) =>
    api.send(hearFromChannel, {
      params: { connectionToken },
      body: Buffer.from(notice),
      headers: signature === undefined ? {} : { 'x-hub-signature-256': signature },
    });
  const ask = (connectionToken: string) =>
    api.send(answerChallenge, {
      params: { connectionToken },
      query: { 'hub.mode': 'subscribe', 'hub.verify_token': 'a word', 'hub.challenge': '1' },
    });
  const told = ({ statusCode, body }: Awaited<ReturnType<typeof post>>) =>
    `${statusCode} ${body.replace(/"requestId":"[^"]*"/, '')}`;
  const answers = async (calls: ReturnType<typeof post>[]) => new Set((await Promise.all(calls)).map(told));

  const before = await tableChecksums(admin, b.companyId);
  // An address that nobody made, whether its connection exists, is somebody's, rests or is gone.
  const [, , signature = ''] = own.split('.');
  const madeUp = [
    'x',
    `${b.companyId}.${cloud}`,
    `${b.companyId}.${cloud}.${'A'.repeat(43)}`,
    `${b.companyId}.999999999.${'A'.repeat(43)}`,
    `${b.companyId}.${cloud}.${signature}`,
    `${b.companyId}.${stopped}.${signature}`,
  ];
  const unknown = await answers([
    ...[...madeUp, ofB(gone), ofB(b.connectionId)].map((one) => post(one, sign('a'.repeat(32)))),
    ...madeUp.map(ask),
  ]);
  expect([...unknown]).toEqual([expect.stringMatching(/^404 .*ERR_NO_WAPP_FOUND/)]);
  // One who knows the address, and is not Meta: the same, whether it is heard now or not.
  const forged = await answers([
    ...[cloud, stopped].flatMap((id) =>
      [undefined, '', 'sha256=', sign('c'.repeat(32)), sign('a'.repeat(32), `${notice} `)].map((one) =>
        post(ofB(id), one),
      ),
    ),
    ask(ofB(cloud)),
  ]);
  expect([...forged]).toEqual([expect.stringMatching(/^403 .*ERR_NO_PERMISSION/)]);
  // What a neighbour's app has signed is the neighbour's, whatever it names.
  expect((await post(own, sign('c'.repeat(32)))).statusCode).toBe(200);
  expect(await tableChecksums(admin, b.companyId)).toEqual(before);

  for (let time = 0; time < 3; time += 1)
    expect((await post(ofB(cloud), sign('a'.repeat(32)))).statusCode).toBe(200);
  expect((await admin`delete from channel_notices where connection_id = ${cloud} returning id`).count).toBe(
    1,
  );
  // So many at once are read, and no more.
  const flood = await Promise.all(Array.from({ length: 30 }, () => post(ofB(cloud), sign('c'.repeat(32)))));
  expect(new Set(flood.map(({ statusCode }) => statusCode))).toEqual(new Set([403, 503]));
  expect(await tableChecksums(admin, b.companyId)).toEqual(before);
});

it('the probe itself notices a route that forgets the company, and one that tells what exists', async () => {
  for (const contract of [leak, oracle])
    expect(await probeRoute(api, contract, callers.admin!)).not.toEqual([]);
});

it('a route without an access class fails the start', () => {
  const app = createHttpServer({ log: api.deps.log, trustProxy: [], publicUrl: null });
  installRoutes(app, { proveToken: () => Promise.reject(new Error('nobody')) });
  expect(() => app.get('/forgotten', () => 'everything')).toThrow('GET /forgotten declares no access class');
});

it('answered nothing that its description does not tell of', () => {
  expect([...api.undocumented, ...other.undocumented].toSorted()).toEqual([]);
});
