import { listAudit } from '@balcao/shared/audit-log.ts';
import { getConnection } from '@balcao/shared/features/connections/calls.ts';
import { downloadMedia, uploadMedia } from '@balcao/shared/features/media/calls.ts';
import * as contracts from '@balcao/shared/features/queues/calls.ts';
import { DEFAULT_WAIT_LIMITS } from '@balcao/shared/features/queues/wait-limits.ts';
import { getTicket } from '@balcao/shared/features/tickets/calls.ts';
import { DEFAULT_BUSINESS_HOURS } from '@balcao/shared/time/business-hours.ts';
import { describe, expect, it } from 'vitest';
import { createBots, createCompany, createTicket } from '../../../test/fixtures.ts';
import { admin, api, companies, company, form, PNG, prepare } from './testing/queues.ts';

prepare();

const create = (body: object) => api.call(contracts.createQueue, { body, token: admin });
const update = (queueId: number, body: object) =>
  api.call(contracts.updateQueue, { params: { queueId }, body, token: admin });
const BOLETO = { name: 'Financeiro', color: '#2F9E44' };

async function upload(token = admin): Promise<string> {
  const mediaId = crypto.randomUUID();
  await api.call(uploadMedia, { params: { mediaId }, body: PNG, token });
  return mediaId;
}

describe('queues', () => {
  it('keep everything that they are given, and show it to all; the token only to those who manage them', async () => {
    const mediaId = await upload();
    const schedules = DEFAULT_BUSINESS_HOURS.map((row) => ({ ...row, startTime: '', endTime: '' }));
    const fields = {
      orderQueue: 3,
      waitWarnMinutes: 0,
      waitLateMinutes: 40,
      greetingMessage: 'Olá {{firstName}}',
      completionMessage: 'Até logo',
      outOfHoursMessage: 'Voltamos às 8',
      ratingMessage: 'Como foi?',
      token: 'erp-7',
      integrationId: null,
      promptId: null,
      secondCopy: true,
      assignment: 'known',
      assignmentKnownDays: 7,
      overflowQueueId: company.queues.sales,
      overflowMinutes: 20,
      overflowBusinessHours: true,
      connectionIds: [],
    };
    const queue = await create({ ...BOLETO, ...fields, schedules, mediaId });
    const shown = {
      id: expect.any(Number),
      name: 'Financeiro',
      color: '#2f9e44',
      ...fields,
      schedules,
      media: expect.objectContaining({ id: mediaId, mime: 'image/png' }),
      mediaPath: `/media/${mediaId}`,
      mediaName: '',
    };
    expect(queue).toEqual(shown);
    const ana = await api.signIn(company.ana);
    const list = await api.call(contracts.listQueues, { token: ana });
    expect(list.map(({ name }) => name)).toEqual(['Vendas', 'Suporte', 'Financeiro']);
    expect(list.at(-1)).toEqual({ ...shown, token: '' });
    // What nobody has said.
    expect(list[0]).toMatchObject({
      schedules: DEFAULT_BUSINESS_HOURS,
      ...DEFAULT_WAIT_LIMITS,
      greetingMessage: '',
      mediaPath: null,
    });
    const params = { queueId: queue.id };
    expect(await api.call(contracts.getQueue, { params, token: ana })).toEqual({ ...shown, token: '' });
    await api.refused('ERR_NO_PERMISSION', contracts.createQueue, { body: BOLETO, token: ana });
  });

  it('are answered by a prompt and an integration of the company’s own', async () => {
    const bots = await createBots(api.database.admin, company.companyId);
    const queue = await create({ ...BOLETO, ...bots });
    // Whoever does not name them leaves them.
    expect(await update(queue.id, { orderQueue: 4 })).toMatchObject(bots);
    expect(await update(queue.id, { integrationId: null })).toMatchObject({ ...bots, integrationId: null });
    const other = await createCompany(api.database.admin, `Outra ${companies}`);
    const { promptId, integrationId } = await createBots(api.database.admin, other.companyId);
    const change = (body: object) => ({ params: { queueId: queue.id }, body, token: admin });
    await api.refused('ERR_NO_PROMPT_FOUND', contracts.updateQueue, change({ promptId }));
    await api.refused('ERR_NO_QUEUE_INTEGRATION_FOUND', contracts.updateQueue, change({ integrationId }));
  });

  it('have names of 2 to 50 characters and colours of 3 to 9, each once in the company', async () => {
    const queue = await create(BOLETO);
    const refuse = (
      code: 'ERR_VALIDATION' | 'ERR_QUEUE_NAME_TAKEN' | 'ERR_QUEUE_COLOR_ALREADY_EXISTS',
      body: object,
    ) => api.refused(code, contracts.createQueue, { body, token: admin });
    for (const bad of [
      { name: 'x', color: '#111111' },
      { name: 'x'.repeat(51), color: '#111111' },
      { name: 'Outra', color: '#1' },
      { name: 'Outra', color: '#1111111111' },
      { name: 'Outra', color: 'url(x)' },
      { name: 'Outra', color: '#111111', waitWarnMinutes: -1 },
      { name: 'Outra', color: '#111111', waitLateMinutes: 1_441 },
      { name: 'Outra' },
      { color: '#111111' },
    ])
      await refuse('ERR_VALIDATION', bad);
    await refuse('ERR_QUEUE_COLOR_ALREADY_EXISTS', { name: 'Outra', color: '#2f9e44' });
    await refuse('ERR_QUEUE_NAME_TAKEN', { ...BOLETO, color: '#111111' });
    await api.refused('ERR_QUEUE_COLOR_ALREADY_EXISTS', contracts.updateQueue, {
      params: { queueId: company.queues.sales },
      body: { color: BOLETO.color },
      token: admin,
    });
    // Its own are no one else's.
    expect(await update(queue.id, { ...BOLETO, greetingMessage: 'oi' })).toMatchObject({
      greetingMessage: 'oi',
    });
    const neighbour = await createCompany(api.database.admin, `Vizinha ${companies}`);
    await api.call(contracts.createQueue, { body: BOLETO, token: await api.signIn(neighbour.admin) });
  });

  it('are reached from connections that greet where they offer several', async () => {
    const { companyId, connectionId, queues } = company;
    const { admin: db } = api.database;
    const reached = [connectionId];
    const since = (await db`select max(seq) as seq from change_log where company_id = ${companyId}`)[0]?.seq;
    // The only queue of a connection: no menu, no greeting.
    expect(await update(queues.support, { connectionIds: reached })).toMatchObject({
      connectionIds: reached,
    });
    await api.refused('ERR_WAPP_GREETING_REQUIRED', contracts.createQueue, {
      body: { ...BOLETO, connectionIds: reached },
      token: admin,
    });
    const unnamed = { params: { queueId: queues.sales }, body: { connectionIds: reached }, token: admin };
    const refusal = await api.refused('ERR_WAPP_GREETING_REQUIRED', contracts.updateQueue, unnamed);
    expect(refusal.params).toEqual({ name: `WhatsApp Loja ${companies}` });
    expect((await api.call(contracts.getQueue, unnamed)).connectionIds).toEqual([]);
    await db`update connections set greeting_message = 'Oi!' where id = ${connectionId}`;
    expect(await update(queues.sales, { connectionIds: reached })).toMatchObject({ connectionIds: reached });
    const connection = await api.call(getConnection, { params: { whatsappId: connectionId }, token: admin });
    expect(connection.queueIds.toSorted()).toEqual([queues.support, queues.sales].toSorted());
    // Consoles that show the queue hear of it.
    const heard =
      await db`select row_id from change_log where company_id = ${companyId} and entity = 'queue' and seq > ${since}`;
    expect(heard.map(({ row_id }) => Number(row_id))).toContain(queues.sales);
    const neighbour = await createCompany(db, `Vizinha de ${companies}`);
    for (const id of [neighbour.connectionId, 987_654])
      await api.refused('ERR_NO_WAPP_FOUND', contracts.updateQueue, {
        ...unnamed,
        body: { connectionIds: [connectionId, id] },
      });
    expect(await update(queues.sales, { connectionIds: [] })).toMatchObject({ connectionIds: [] });
    const { entries } = await api.call(listAudit, { query: { entity: 'queue' }, token: admin });
    expect(entries[0]?.changes).toEqual([{ field: 'connectionIds', from: `[${connectionId}]`, to: '[]' }]);
  });

  it('are as many as the plan allows', async () => {
    const [plan] = await api.database
      .admin`insert into plans (name, queues) values (${`P ${companies}`}, 3) returning id`;
    await api.database.admin`update companies set plan_id = ${plan?.id} where id = ${company.companyId}`;
    await create(BOLETO);
    const body = { name: 'Mais uma', color: '#111111' };
    const refusal = await api.refused('ERR_PLAN_LIMIT_QUEUES', contracts.createQueue, { body, token: admin });
    expect(refusal.params).toEqual({ limit: 3 });
  });

  it('leave their tickets behind, without a queue, and everything is in the log', async () => {
    const queue = await create(BOLETO);
    await update(queue.id, { greetingMessage: 'Bom dia' });
    const ticket = await createTicket(api.database.admin, company, { queueId: queue.id });
    await api.call(contracts.deleteQueue, { params: { queueId: queue.id }, token: admin });
    const left = await api.call(getTicket, { params: { ticketId: ticket.id }, token: admin });
    expect(left).toMatchObject({ queueId: null, queue: null, status: 'pending' });
    await api.refused('ERR_NO_QUEUE_FOUND', contracts.deleteQueue, {
      params: { queueId: queue.id },
      token: admin,
    });
    const { entries } = await api.call(listAudit, { query: { entity: 'queue' }, token: admin });
    expect(entries.map(({ action, entityName }) => [action, entityName])).toEqual([
      ['delete', 'Financeiro'],
      ['update', 'Financeiro'],
      ['create', 'Financeiro'],
    ]);
    expect(entries[1]?.changes).toEqual([{ field: 'greetingMessage', from: '', to: 'Bom dia' }]);
  });

  it('with thousands of tickets give consoles another epoch instead of thousands of entries', async () => {
    const { admin: db } = api.database;
    const queue = await create(BOLETO);
    const epoch = async () =>
      (await db`select epoch from sync_state where company_id = ${company.companyId}`)[0]?.epoch;
    const before = await epoch();
    await db.begin(async (tx) => {
      await tx`set local app.feed_muted = 'on'`;
      await tx`with people as (
          insert into contacts (company_id, name) select ${company.companyId}, 'x' from generate_series(1, 5001) returning id)
        insert into tickets (company_id, contact_id, connection_id, queue_id)
        select ${company.companyId}, id, ${company.connectionId}, ${queue.id} from people`;
    });
    // As autovacuum does: connections have plans from when there was a handful.
    await db`analyze tickets, contacts`;
    const between = await epoch();
    expect(between).not.toBe(before);
    await api.call(contracts.deleteQueue, { params: { queueId: queue.id }, token: admin });
    expect(await epoch()).not.toBe(between);
    const logged =
      await db`select from change_log where company_id = ${company.companyId} and entity = 'ticket'`;
    expect(logged.count).toBe(0);
  });
});

describe('a file of a queue', () => {
  it('comes as a form or as it is, typed by its bytes, and goes again', async () => {
    const { id } = await create(BOLETO);
    const params = { queueId: id };
    const sent = await api.call(contracts.uploadQueueMedia, {
      params,
      ...form('C:\\fotos\\cardápio.html', PNG, { typeArch: 'queue' }),
      headers: { ...form('x', PNG).headers },
      token: admin,
    });
    expect(sent).toMatchObject({
      mediaName: 'cardápio.html',
      media: { mime: 'image/png', size: PNG.length },
    });
    const mediaId = String(sent.media?.id);
    const file = await api.send(downloadMedia, { params: { mediaId }, token: admin });
    expect([file.statusCode, file.rawPayload.equals(PNG)]).toEqual([200, true]);
    const raw = { params, body: PNG, headers: { 'x-file-name': 'menu.png' }, token: admin };
    expect(await api.call(contracts.uploadQueueMedia, raw)).toMatchObject({ mediaName: 'menu.png' });
    expect(await api.call(contracts.removeQueueMedia, { params, token: admin })).toMatchObject({
      mediaPath: null,
    });
  });

  it('is the same one under the same key, and no other', async () => {
    const { id } = await create(BOLETO);
    const send = (body: Buffer, name: string, key: string) => ({
      params: { queueId: id },
      body,
      headers: { 'x-file-name': name, 'idempotency-key': key },
      token: admin,
    });
    const key = crypto.randomUUID();
    const other = Buffer.concat([PNG, Buffer.from('more')]);
    // At once: one of them is first.
    const race = await Promise.all(
      [PNG, other].map((bytes) => api.send(contracts.uploadQueueMedia, send(bytes, 'a.png', key))),
    );
    expect(race.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const [first, second] = race[0]?.statusCode === 200 ? [PNG, other] : [other, PNG];
    const kept = race.find(({ statusCode }) => statusCode === 200)?.json();
    const again = await api.call(contracts.uploadQueueMedia, send(first, 'a.png', key));
    expect(again.media).toEqual(kept.media);
    for (const [bytes, name] of [
      [second, 'a.png'],
      [first, 'b.png'],
    ] as const)
      await api.refused('ERR_IDEMPOTENCY_KEY_REUSED', contracts.uploadQueueMedia, send(bytes, name, key));
    const { details } = await api.refused(
      'ERR_VALIDATION',
      contracts.uploadQueueMedia,
      send(PNG, 'a.png', 'no key'),
    );
    expect(details).toEqual([{ location: 'headers.idempotency-key', code: 'invalid_format' }]);
    const files = await api.database.admin`select from media where company_id = ${company.companyId}
      and id = ${String(kept.media.id)}`;
    expect(files.count).toBe(1);
  });

  it('is refused when the form holds none, is cut off or no form at all', async () => {
    const { id } = await create(BOLETO);
    const { headers, body } = form('a.png', PNG);
    const refuse = (sent: Buffer | string, type = headers['content-type']) =>
      api.refused('ERR_VALIDATION', contracts.uploadQueueMedia, {
        params: { queueId: id },
        body: sent,
        headers: { 'content-type': type },
        token: admin,
      });
    await refuse(body.subarray(0, -30));
    await refuse('--balcao-boundary--\r\n');
    await refuse(body, 'multipart/form-data');
    await refuse(form('a.png', Buffer.alloc(0)).body);
    const left = await api.call(contracts.getQueue, { params: { queueId: id }, token: admin });
    expect(left.media).toBeNull();
  });

  it('must be the own one, and managers of queues see those of colleagues', async () => {
    const { id } = await create(BOLETO);
    const ana = await api.signIn(company.ana);
    const theirs = await upload(ana);
    await api.refused('ERR_NO_MEDIA_FOUND', contracts.updateQueue, {
      params: { queueId: id },
      body: { mediaId: theirs },
      token: admin,
    });
    const mediaId = await upload();
    await update(id, { mediaId });
    // Said once more by a colleague, it stays.
    await api.database.admin`update users set profile = 'admin' where id = ${company.ana.id}`;
    const boss = await api.signIn(company.ana);
    const params = { queueId: id };
    expect(await api.call(contracts.updateQueue, { params, body: { mediaId }, token: boss })).toMatchObject({
      media: { id: mediaId },
    });
    expect((await api.send(downloadMedia, { params: { mediaId }, token: boss })).statusCode).toBe(200);
    const bruno = await api.signIn(company.bruno);
    await api.refused('ERR_NO_MEDIA_FOUND', downloadMedia, { params: { mediaId }, token: bruno });
  });
});
