import { listAudit } from '@balcao/shared/audit-log.ts';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import { me } from '@balcao/shared/features/auth/calls.ts';
import * as contracts from '@balcao/shared/features/connections/calls.ts';
import {
  deleteMessage,
  editMessage,
  listMessages,
  sendMessage,
} from '@balcao/shared/features/messages/calls.ts';
import { ACK } from '@balcao/shared/features/messages/row.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createBots, createCompany, createTicket } from '../../../test/fixtures.ts';
import { holdLease } from '../../../test/hold-lease.ts';

let api: TestApi;
let company: CompanyFixture;
let admin: string;
let ana: string;

beforeAll(async () => {
  api = await startApi();
  company = await createCompany(api.database.admin, 'Padaria');
  [admin, ana] = [await api.signIn(company.admin), await api.signIn(company.ana)];
});
afterAll(() => api.stop());

const one = (whatsappId: number, body?: object) => ({
  params: { whatsappId },
  token: admin,
  ...(body ? { body } : {}),
});
const wishes = async (id: number) => {
  const [row] = await api.database.admin`
    select desired, generation, logout_requested, nudges, number, pairing_number, status, retries, reason, qrcode
    from connections where id = ${id}`;
  return row;
};

it('makes the first connection the default, keeps exactly one, and never loses the last', async () => {
  await api.database.admin`delete from connections where company_id = ${company.companyId}`;
  const create = (name: string, isDefault?: boolean) =>
    api.call(contracts.createConnection, { body: { name, isDefault }, token: admin });
  const first = await create('Loja');
  const second = await create('Entregas', false);
  const third = await create('Eventos', true);
  const defaults = async () =>
    (await api.call(contracts.listConnections, { token: admin }))
      .filter((row) => row.isDefault)
      .map((row) => row.id);
  expect([first.isDefault, second.isDefault, await defaults()]).toEqual([true, false, [third.id]]);

  await api.call(contracts.updateConnection, one(second.id, { name: 'Entregas 2', isDefault: true }));
  expect(await defaults()).toEqual([second.id]);
  await api.refused(
    'ERR_NO_OTHER_WHATSAPP',
    contracts.updateConnection,
    one(second.id, { name: 'x2', isDefault: false }),
  );
  await api.refused('ERR_NO_OTHER_WHATSAPP', contracts.deleteConnection, one(second.id));
  await api.refused('ERR_WAPP_NAME_TAKEN', contracts.updateConnection, one(first.id, { name: 'Eventos' }));
  await api.refused('ERR_WAPP_NAME_TAKEN', contracts.createConnection, {
    body: { name: 'Loja' },
    token: admin,
  });
  await api.call(contracts.deleteConnection, one(first.id));
  await api.refused('ERR_NO_WAPP_FOUND', contracts.getConnection, one(first.id));

  await Promise.all(
    [second, third].map(({ id }, index) =>
      api.send(contracts.updateConnection, one(id, { name: `N${index}`, isDefault: true })),
    ),
  );
  expect(await defaults()).toHaveLength(1);
});

it('keeps every conversation of a connection that is deleted, and sends nothing more there', async () => {
  const shop = await createCompany(api.database.admin, 'Floricultura');
  const token = await api.signIn(shop.admin);
  const mine = { token: await api.signIn(shop.ana) };
  const reserve = { body: { name: 'Reserva', token: 'a-token-of-the-reserve' }, token };
  const spare = await api.call(contracts.createConnection, reserve);
  const old = { ...shop, connectionId: spare.id };
  const ticket = await createTicket(api.database.admin, old, { userId: shop.ana.id });
  await api.database.admin`update users set connection_id = ${spare.id} where id = ${shop.ana.id}`;
  const call = { params: { ticketId: ticket.id }, ...mine };
  const queued = await api.call(sendMessage, { ...call, body: { body: 'ainda vai?' } });
  const changes = await api.database
    .admin`select max(seq) from change_log where company_id = ${shop.companyId}`;

  await api.call(contracts.deleteConnection, { params: { whatsappId: spare.id }, token });
  await api.refused('ERR_NO_WAPP_FOUND', contracts.startSession, { params: { whatsappId: spare.id }, token });
  expect(await api.call(contracts.listConnections, { token })).toHaveLength(1);
  expect((await api.call(me, mine)).whatsappId).toBeNull();
  expect(await wishes(spare.id)).toMatchObject({ desired: 'stopped', logout_requested: true });
  const { messages } = await api.call(listMessages, call);
  expect(messages.map(({ body, ack, errorCode }) => [body, ack, errorCode])).toEqual([
    ['Olá', 1, null],
    ['ainda vai?', ACK.error, 'ERR_NO_WAPP_FOUND'],
  ]);
  await api.refused('ERR_NO_DEF_WAPP_FOUND', sendMessage, { ...call, body: { body: 'e agora?' } });
  const feed = await api.database.admin`select op from change_log
    where company_id = ${shop.companyId} and seq > ${changes[0]?.max} and entity = 'message' and row_id = ${queued.id}`;
  expect([...feed]).toEqual([{ op: 'put' }]);
  expect(await api.call(contracts.createConnection, reserve)).toMatchObject({ hasToken: true });
});

it('takes back what was to be changed through a deleted connection, and awaits no file of it', async () => {
  const { admin: sql } = api.database;
  const shop = await createCompany(sql, 'Papelaria');
  const token = await api.signIn(shop.admin);
  const mine = { token: await api.signIn(shop.ana) };
  const spare = await api.call(contracts.createConnection, { body: { name: 'Reserva' }, token });
  const ticket = await createTicket(sql, { ...shop, connectionId: spare.id }, { userId: shop.ana.id });
  const say = async (body: string, file: string | null = null) => {
    const [row] = await sql<{ id: string }[]>`
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, media_id, wa_id, state,
        created_at)
      values (${shop.companyId}, gen_random_uuid(), ${ticket.id}, ${ticket.contactId}, ${spare.id}, ${file === null}, ${body},
        ${file}, ${body}, ${file ? 'received' : 'sent'}, clock_timestamp())
      returning id`;
    return row?.id ?? '';
  };
  const bring = async (body: string) => {
    const [file] = await sql<{ id: string }[]>`
      insert into media (company_id, id, state, mime, source, next_attempt_at)
      values (${shop.companyId}, gen_random_uuid(), 'pending', 'image/png', 'sealed', now()) returning id`;
    await say(body, file?.id);
  };
  const [edited, removed] = [await say('custa 100'), await say('fica')];
  for (const body of ['custa 90', 'custa 80'])
    await api.call(editMessage, { params: { messageId: edited }, body: { body }, ...mine });
  await api.call(deleteMessage, { params: { messageId: removed }, ...mine });
  await bring('foto');
  await api.call(contracts.deleteConnection, { params: { whatsappId: spare.id }, token });

  const shown = async () => {
    const call = { params: { ticketId: ticket.id }, ...mine };
    const { messages } = await api.call(listMessages, call);
    return messages.slice(1).map(({ body, isDeleted, isEdited, errorCode, media }) => ({
      body,
      ...(media ? { file: media.state } : { isDeleted, isEdited, errorCode }),
    }));
  };
  const back = { isDeleted: false, isEdited: false, errorCode: 'ERR_NO_WAPP_FOUND' };
  const expected = [
    { body: 'custa 100', ...back },
    { body: 'fica', ...back },
    { body: 'foto', file: 'gone' },
  ];
  expect(await shown()).toEqual(expected);
  // The phone was still linked for a moment.
  await bring('mais uma');
  await api.run('deleted connections');
  expect(await shown()).toEqual([...expected, { body: 'mais uma', file: 'gone' }]);
});

it('writes down what people want of a session and leaves a running one alone', async () => {
  const { id } = await api.call(contracts.createConnection, { body: { name: 'Sessão' }, token: admin });
  expect(await api.call(contracts.startSession, one(id))).toMatchObject({ status: 'OPENING' });
  expect(await wishes(id)).toMatchObject({ desired: 'running', generation: 1, logout_requested: false });

  await api.database.admin`update connections set status = 'connected' where id = ${id}`;
  expect(await api.call(contracts.startSession, one(id))).toMatchObject({ status: 'connected' });
  await api.database.admin`
    update connections set status = 'OPENING', retries = 7, until = '2030-01-31T12:00Z' where id = ${id}`;
  const { nudges } = (await wishes(id)) ?? {};
  const waiting = { status: 'OPENING', retries: 7, until: '2030-01-31T12:00:00.000Z' };
  expect(await api.call(contracts.startSession, one(id))).toMatchObject(waiting);
  expect(await wishes(id)).toMatchObject({ nudges: nudges + 1, generation: 1 });
  await api.database.admin`
    update connections set status = 'TIMEOUT', reason = 'pairing_expired', retries = 5 where id = ${id}`;
  expect(await api.call(contracts.startSession, one(id))).toMatchObject({
    status: 'OPENING',
    reason: null,
    retries: 0,
    until: null,
  });

  await api.database.admin`update connections set status = 'connected', number = '5511' where id = ${id}`;
  expect(await api.call(contracts.renewSession, one(id))).toMatchObject({ status: 'OPENING' });
  expect(await wishes(id)).toMatchObject({ desired: 'running', generation: 2, number: null });
  await api.call(contracts.renewSession, one(id, { number: '5511912345678' }));
  expect(await wishes(id)).toMatchObject({ generation: 3, pairing_number: '5511912345678' });
  await api.call(contracts.endSession, one(id));
  expect(await wishes(id)).toMatchObject({ desired: 'stopped', logout_requested: true });
  await api.call(contracts.startSession, one(id));
  // The number of a code that was wanted once says nothing of the next phone.
  expect(await wishes(id)).toMatchObject({
    desired: 'running',
    logout_requested: false,
    pairing_number: null,
  });
});

it('says of a connection that nobody attends, and of no other', async () => {
  const { admin: sql } = api.database;
  const shop = await createCompany(sql, 'Feira');
  const token = await api.signIn(shop.admin);
  const states = {
    gone: { status: 'connected', changed: 90, expired: 31 },
    held: { status: 'connected', changed: 90, expired: -20 },
    handed: { status: 'connected', changed: 90, expired: 5 },
    taken: { status: 'connected', changed: 5, expired: 31 },
    crowded: { status: 'OPENING', changed: 90, expired: null },
    started: { status: 'OPENING', changed: 5, expired: null },
    stopped: { status: 'DISCONNECTED', changed: 90, expired: 31 },
  };
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
  for (const [name, { status, changed, expired }] of Object.entries(states)) {
    const { id } = await api.call(contracts.createConnection, { body: { name }, token });
    await sql`update connections set status = ${status}, qrcode = 'old', updated_at = ${ago(changed)},
      desired = ${name === 'stopped' ? 'stopped' : 'running'} where id = ${id}`;
    if (expired !== null)
      await holdLease(
        sql,
        { companyId: shop.companyId, connectionId: id },
        { owner: name, until: ago(expired) },
      );
  }
  // We ourselves have just started.
  await api.run('unattended connections');
  expect((await api.call(contracts.listConnections, { token })).map(({ reason }) => reason)).not.toContain(
    'unattended',
  );
  const later = new Date(Date.now() + 30_000);
  await api.run('unattended connections', later);
  const rows = await api.call(contracts.listConnections, { token });
  const isMarked = rows.filter(({ reason }) => reason === 'unattended');
  expect(isMarked.map(({ name, status, qrcode }) => [name, status, qrcode])).toEqual([
    ['gone', 'OPENING', null],
    ['crowded', 'OPENING', null],
  ]);
  await api.run('unattended connections', later);
  const histories = await Promise.all(
    rows.map(({ id }) =>
      api.call(contracts.listConnectionEvents, { params: { whatsappId: id }, query: {}, token }),
    ),
  );
  const told = histories.map(({ events }) => events.map(({ kind, reason }) => [kind, reason]));
  expect(told).toEqual(rows.map((row) => (isMarked.includes(row) ? [['dropped', 'unattended']] : [])));
});

it('shows the QR code only to those who manage connections, and lets nobody else change one', async () => {
  const { id } = await api.call(contracts.createConnection, { body: { name: 'Secreta' }, token: admin });
  await api.database.admin`update connections set status = 'qrcode', qrcode = '2@canary' where id = ${id}`;
  expect((await api.call(contracts.getConnection, one(id))).qrcode).toBe('2@canary');
  await api.database.admin`update connections set pairing_code = 'canary22' where id = ${id}`;
  const answer = await api.send(contracts.listConnections, { token: ana });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).not.toContain('canary');
  for (const contract of Object.values(contracts)) {
    if (typeof contract !== 'object' || !('access' in contract) || contract.access === 'session') continue;
    await api.refused('ERR_NO_PERMISSION', contract, {
      params: { whatsappId: id },
      body: { name: 'Hers' },
      token: ana,
    });
  }
});

it('notes who decided what, and keeps to the room of the plan', async () => {
  const shop = await createCompany(api.database.admin, 'Quitanda');
  const token = await api.signIn(shop.admin);
  const [plan] = await api.database
    .admin`insert into plans (name, connections) values ('Two', 2) returning id`;
  await api.database.admin`update companies set plan_id = ${plan?.id} where id = ${shop.companyId}`;
  const { id } = await api.call(contracts.createConnection, { body: { name: 'Balcão' }, token });
  const full = await api.refused('ERR_PLAN_LIMIT_CONNECTIONS', contracts.createConnection, {
    body: { name: 'Terceira' },
    token,
  });
  expect(full.params).toEqual({ limit: 2 });
  const call = { params: { whatsappId: id }, token };
  await api.call(contracts.updateConnection, { ...call, body: { name: 'Loja' } });
  await api.call(contracts.startSession, call);
  await api.call(contracts.renewSession, call);
  await api.call(contracts.endSession, call);
  await api.call(contracts.deleteConnection, call);
  const { entries } = await api.call(listAudit, { query: { entity: 'connection' }, token });
  expect(entries.map(({ action, entityName, changes }) => [action, entityName, changes])).toEqual([
    ['delete', 'Loja', expect.arrayContaining([{ field: 'name', from: 'Loja', to: null }])],
    ['end', 'Loja', []],
    ['renew', 'Loja', []],
    ['start', 'Loja', []],
    ['update', 'Loja', [{ field: 'name', from: 'Balcão', to: 'Loja' }]],
    ['create', 'Balcão', expect.arrayContaining([{ field: 'name', from: null, to: 'Balcão' }])],
  ]);
  // Deleted ones take no room.
  await api.call(contracts.createConnection, { body: { name: 'Terceira' }, token });
});

it('keeps what the modal says, refuses what does not fit, and never shows a token again', async () => {
  const shop = await createCompany(api.database.admin, 'Livraria');
  const other = await createCompany(api.database.admin, 'Sebo');
  const token = await api.signIn(shop.admin);
  const { support, sales } = shop.queues;
  const fields = {
    name: 'Matriz',
    queueIds: [sales, support],
    greetingMessage: 'Olá! Escolha:',
    completionMessage: 'Obrigado',
    outOfHoursMessage: 'Fechado',
    ratingMessage: 'De 1 a 3?',
    redirectQueueId: sales,
    redirectMinutes: 10,
    botSends: 2,
    botIntervalMinutes: 5,
    closeAfterMinutes: 60,
    inactivityMessage: 'Até mais',
    importSince: '2026-01-31',
  };
  const secret = 'a-token-that-is-long-enough';
  const created = await api.call(contracts.createConnection, { body: { ...fields, token: secret }, token });
  expect(created).toMatchObject({ ...fields, hasToken: true });
  const call = { params: { whatsappId: created.id }, token };
  const change = (body: object) => ({ ...call, body: { name: 'Matriz', ...body } });
  expect(await api.call(contracts.getConnection, call)).toMatchObject({ ...fields, hasToken: true });
  expect((await api.send(contracts.getConnection, call)).body).not.toContain(secret);

  const refused = (code: ErrorCode, body: object) =>
    api.refused(code, contracts.updateConnection, change(body));
  await refused('ERR_WAPP_GREETING_REQUIRED', { greetingMessage: ' ' });
  await refused('ERR_NO_QUEUE_FOUND', { queueIds: [other.queues.sales] });
  await refused('ERR_NO_QUEUE_FOUND', { redirectQueueId: other.queues.sales });
  expect(await api.call(contracts.getConnection, call)).toMatchObject(fields);
  // What answers is the company's own; whoever does not name it leaves it.
  const answers = await createBots(api.database.admin, shop.companyId);
  const theirBots = await createBots(api.database.admin, other.companyId);
  expect(await api.call(contracts.updateConnection, change(answers))).toMatchObject(answers);
  expect(await api.call(contracts.updateConnection, change({ botSends: 2 }))).toMatchObject(answers);
  await refused('ERR_NO_PROMPT_FOUND', { promptId: theirBots.promptId });
  await refused('ERR_NO_QUEUE_INTEGRATION_FOUND', { integrationId: theirBots.integrationId });
  expect(await api.call(contracts.updateConnection, change({ promptId: null }))).toMatchObject({
    ...answers,
    promptId: null,
  });
  const one = await api.call(contracts.updateConnection, change({ queueIds: [sales], greetingMessage: '' }));
  expect(one).toMatchObject({ queueIds: [sales], greetingMessage: '', botSends: 2, hasToken: true });

  const theirs = await api.signIn(other.admin);
  const mine = { name: 'Nossa', token: secret };
  await api.refused('ERR_WAPP_TOKEN_TAKEN', contracts.createConnection, { body: mine, token: theirs });
  expect((await api.call(contracts.updateConnection, change({ token: null }))).hasToken).toBe(false);
  expect(await api.call(contracts.createConnection, { body: mine, token: theirs })).toMatchObject({
    hasToken: true,
  });
  const { entries } = await api.call(listAudit, { query: { entity: 'connection' }, token });
  expect(JSON.stringify(entries)).not.toContain(secret);
  expect(entries[0]?.changes).toEqual([{ field: 'apiToken', from: '••••', to: null }]);
});

it('tells of its health page by page, and nothing of another company', async () => {
  const { id } = await api.call(contracts.createConnection, { body: { name: 'Pulso' }, token: admin });
  await api.database.admin`
    insert into connection_events (company_id, connection_id, kind, details)
    select ${company.companyId}, ${id}, 'recovered', jsonb_build_object('messages', n)
    from generate_series(1, 41) n`;
  await api.database.admin`
    insert into connection_events (company_id, connection_id, kind, details)
    values (${company.companyId}, ${id}, 'ended', '{"code": 403, "reason": "banned", "until": "2030-01-31T12:00:00.000Z"}')`;
  const page = (pageNumber: string) =>
    api.call(contracts.listConnectionEvents, {
      params: { whatsappId: id },
      query: { pageNumber },
      token: admin,
    });
  const first = await page('1');
  expect(first.events[0]).toMatchObject({
    kind: 'ended',
    reason: 'banned',
    until: '2030-01-31T12:00:00.000Z',
  });
  expect([first.events.length, first.events[1]?.messages, first.hasMore]).toEqual([40, 41, true]);
  expect((await page('2')).events.map(({ messages }) => messages)).toEqual([2, 1]);
  await api.database.admin`
    insert into connection_events (company_id, connection_id, kind, details, at)
    select ${company.companyId}, ${id}, kind, details::jsonb, ${api.deps.clock()}::timestamptz - age::interval
    from (values ('dropped', '{}', '2 days'), ('dropped', '{}', '2 days'), ('quality', '{"quality": "red"}', '2 days'),
      ('quality', '{"quality": "green"}', '2 days'), ('ended', '{}', '20 days')) e (kind, details, age)`;
  const ofThis = async (token: string) => {
    const { days } = await api.call(contracts.listConnectionDays, { token });
    return days
      .filter(({ whatsappId }) => whatsappId === id)
      .map(({ whatsappId: _id, day: _day, ...rest }) => rest);
  };
  expect(await ofThis(admin)).toEqual([
    { dropped: 2, ended: false, quality: 'red' },
    { dropped: 0, ended: true, quality: null },
  ]);
  const stranger = await createCompany(api.database.admin, 'Vizinha');
  const token = await api.signIn(stranger.admin);
  expect(await ofThis(token)).toEqual([]);
  await api.refused('ERR_NO_WAPP_FOUND', contracts.listConnectionEvents, {
    params: { whatsappId: id },
    token,
  });
});
