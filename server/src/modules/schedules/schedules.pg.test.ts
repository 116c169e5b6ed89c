import { listAudit } from '@balcao/shared/audit-log.ts';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import { downloadMedia } from '@balcao/shared/features/media/calls.ts';
import * as contracts from '@balcao/shared/features/schedules/calls.ts';
import { deleteUser } from '@balcao/shared/features/users/calls.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createTicket, givePlan } from '../../../test/fixtures.ts';
import { PICTURE } from '../../../test/picture.ts';
import { MASK } from '../audit/audit.service.ts';

/** Scheduled messages: who may write which, and what becomes of them by an explicit clock. */

let api: TestApi;
/** Another process of the same installation. */
let second: TestApi;
let company: CompanyFixture;
let admin: string;
let ana: string;
let bruno: string;
let companies = 0;
let plan: number;
/** Ana's customer. */
let ticket: { id: number; contactId: number };

const DUE = new Date('2040-03-02T15:00:00Z');
const after = (minutes: number) => new Date(DUE.getTime() + minutes * 60_000);
const DAY = 24 * 60;

beforeAll(async () => {
  api = await startApi();
  second = await startApi({ beside: api });
  await createCompany(api.database.admin, 'Operator');
});
afterAll(async () => {
  await second.stop();
  await api.stop();
});
beforeEach(async () => {
  company = await createCompany(api.database.admin, `Loja ${++companies}`);
  plan = await givePlan(api.database.admin, company.companyId);
  [admin, ana, bruno] = [
    await api.signIn(company.admin),
    await api.signIn(company.ana),
    await api.signIn(company.bruno),
  ];
  ticket = await createTicket(api.database.admin, company, { userId: company.ana.id, name: 'Maria Souza' });
  await connection('connected');
});

const sql = () => api.database.admin;
const connection = (status: string) =>
  sql()`update connections set status = ${status} where id = ${company.connectionId}`;
const valid = () => ({ contactId: ticket.contactId, body: 'Olá {{firstName}}!', sendAt: DUE.toISOString() });
const create = (more: object = {}, token = ana) =>
  api.call(contracts.createSchedule, { body: { ...valid(), ...more }, token });
const refuse = (code: ErrorCode, more: object, token = ana) =>
  api.refused(code, contracts.createSchedule, { body: { ...valid(), ...more }, token });
const at = (scheduleId: string, token: string, body?: object) => ({
  params: { scheduleId },
  ...(body ? { body } : {}),
  token,
});
const get = (id: string, token = ana) => api.call(contracts.getSchedule, at(id, token));
const listed = async (token: string, query: Record<string, string> = {}) => {
  const { schedules } = await api.call(contracts.listSchedules, { query, token });
  return schedules.map(({ body }) => body);
};
/** Both processes of the installation look at the same time. */
const look = (minutes: number) =>
  Promise.all([api, second].map(({ run }) => run('scheduled messages', after(minutes))));
const said = async (contactId = ticket.contactId) => {
  const rows = await sql()`
    select m.id, m.body, m.state, m.user_id::int as user, m.media_type as type, t.id::int as ticket, t.status, t.last_message as last
    from messages m join tickets t on t.id = m.ticket_id
    where m.contact_id = ${contactId} and m.from_me and m.state <> 'local' order by m.created_at`;
  return [...rows];
};

describe('what people do to them', () => {
  it('one’s own are seen by oneself and by those who see everything', async () => {
    const own = await create();
    expect(own).toEqual({
      id: expect.any(String),
      contactId: ticket.contactId,
      contact: { name: 'Maria Souza' },
      userId: company.ana.id,
      body: 'Olá {{firstName}}!',
      sendAt: DUE.toISOString(),
      sentAt: null,
      status: 'PENDENTE',
      errorCode: null,
      media: null,
      mediaPath: null,
      mediaName: null,
    });
    await create({ body: 'Da chefia', sendAt: after(60).toISOString() }, admin);
    expect(await Promise.all([ana, bruno, admin].map((token) => listed(token)))).toEqual([
      ['Olá {{firstName}}!'],
      [],
      ['Da chefia', 'Olá {{firstName}}!'],
    ]);
    expect(await listed(admin, { searchParam: 'MARIA SOUZA DA' })).toEqual(['Da chefia']);
    expect(await listed(admin, { contactId: String(ticket.contactId + 1) })).toEqual([]);
    await api.refused('ERR_NO_SCHEDULE_FOUND', contracts.getSchedule, at(own.id, bruno));
    await api.refused('ERR_NO_SCHEDULE_FOUND', contracts.deleteSchedule, at(own.id, bruno));
    await api.call(contracts.deleteSchedule, at(own.id, ana));
    expect(await listed(ana)).toEqual([]);
  });

  it('text, contact and time are there; the same id is the same one', async () => {
    for (const wrong of [
      { body: 'Oi  ' },
      { sendAt: 'amanhã' },
      { sendAt: undefined },
      { contactId: undefined },
    ])
      await refuse('ERR_VALIDATION', wrong);
    await refuse('ERR_NO_CONTACT_FOUND', {}, bruno);
    const id = uuidv7();
    await create({ id });
    await create({ id, body: 'Outra vez' });
    expect(await listed(ana)).toEqual(['Olá {{firstName}}!']);
    await refuse('ERR_IDEMPOTENCY_KEY_REUSED', { id }, admin);
  });

  it('the plan says how many may wait', async () => {
    await sql()`update plans set schedules = 1 where id = ${plan}`;
    const { id } = await create();
    expect(await refuse('ERR_PLAN_LIMIT_SCHEDULES', {})).toMatchObject({
      message: expect.stringContaining('up to 1 scheduled'),
      params: { limit: 1 },
    });
    await sql()`update schedules set status = 'ENVIADA', sent_at = now() where id = ${id}`;
    await create();
  });

  it('a picture goes with it, and nothing else', async () => {
    const { id } = await create();
    const upload = (bytes: Buffer, token = ana) => ({
      params: { scheduleId: id },
      body: bytes,
      headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'mapa.png' },
      token,
    });
    await api.refused(
      'ERR_UNSUPPORTED_MEDIA_TYPE',
      contracts.uploadScheduleMedia,
      upload(Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF')),
    );
    await api.refused('ERR_NO_SCHEDULE_FOUND', contracts.uploadScheduleMedia, upload(PICTURE, bruno));
    const { media } = await api.call(contracts.uploadScheduleMedia, upload(PICTURE));
    const params = { mediaId: media?.id };
    expect((await api.send(downloadMedia, { params, token: admin })).statusCode).toBe(200);
    await api.refused('ERR_NO_MEDIA_FOUND', downloadMedia, { params, token: bruno });
    await look(0);
    expect(await said()).toMatchObject([{ body: 'Olá Maria!', type: 'image' }]);
    await api.refused('ERR_SCHEDULE_SENT', contracts.removeScheduleMedia, at(id, ana));
    // From a colleague's files only what comes with a quick message.
    await refuse('ERR_NO_MEDIA_FOUND', params, admin);
    await sql()`
      insert into quick_messages (company_id, shortcode, message, geral, media_id)
      values (${company.companyId}, 'mapa', 'Estamos aqui', true, ${media?.id ?? null})`;
    expect(await create(params, admin)).toMatchObject({ media: { id: media?.id } });
  });

  it('what admins do to a colleague’s is in the log; what is sent stays as it is', async () => {
    const { id } = await create();
    await api.call(contracts.updateSchedule, at(id, ana, { body: 'Até amanhã' }));
    await api.call(contracts.updateSchedule, at(id, admin, { body: 'Até segunda' }));
    const { entries } = await api.call(listAudit, { query: { entity: 'schedule' }, token: admin });
    expect(entries).toMatchObject([
      {
        action: 'update',
        entityName: 'M**** S****',
        changes: [{ field: 'body', from: MASK, to: MASK }],
      },
    ]);
    await look(0);
    await api.refused('ERR_SCHEDULE_SENT', contracts.updateSchedule, at(id, ana, { body: 'Tarde demais' }));
    await api.call(contracts.deleteSchedule, at(id, ana));
    expect(await said()).toMatchObject([{ body: 'Até segunda' }]);
  });
});

describe('sending', () => {
  it('at its time, by one of two processes, once, with its variables, as its author’s words', async () => {
    const { id } = await create({ body: '{{name}}, sou {{user}}. Até {{hour}}.' });
    await look(-0.01);
    expect(await said()).toEqual([]);
    await look(0);
    await look(1);
    const body = 'Maria Souza, sou Ana. Até 12:00.';
    expect(await said()).toEqual([
      {
        id,
        body,
        state: 'queued',
        user: company.ana.id,
        type: 'chat',
        ticket: ticket.id,
        status: 'open',
        last: body,
      },
    ]);
    expect(await get(id)).toMatchObject({ status: 'ENVIADA', sentAt: DUE.toISOString(), errorCode: null });
    const [row] = await sql()`select unread_messages as unread from tickets where id = ${ticket.id}`;
    expect(row?.unread).toBe(1);
  });

  it('late when no server ran; into the last conversation when none is under way, which stays over', async () => {
    await sql()`update tickets set status = 'closed', closed_at = now() where id = ${ticket.id}`;
    await create();
    await look(3 * DAY);
    expect(await said()).toMatchObject([{ body: 'Olá Maria!', ticket: ticket.id, status: 'closed' }]);
  });

  it('to somebody with whom nobody has spoken yet', async () => {
    const [stranger] = await sql()`
      insert into contacts (company_id, name, number, added_by)
      values (${company.companyId}, 'Rui', '5511900000000', array[${company.ana.id}::bigint]) returning id::int`;
    const { id } = await create({ contactId: stranger?.id });
    await look(0);
    expect(await said(stranger?.id)).toMatchObject([{ id, status: 'closed', user: company.ana.id }]);
  });

  it('waits a day for the connection, and tells why', async () => {
    await connection('DISCONNECTED');
    const lucky = await create({ body: 'Volta logo' });
    await look(0);
    expect(await get(lucky.id)).toMatchObject({ status: 'PENDENTE', errorCode: 'ERR_WAPP_NOT_INITIALIZED' });
    await look(DAY - 1);
    await connection('connected');
    await look(DAY - 0.5);
    expect(await get(lucky.id)).toMatchObject({ status: 'ENVIADA', errorCode: null });

    await connection('DISCONNECTED');
    const unlucky = await create({ body: 'Nunca volta' });
    await look(5 * DAY);
    await look(6 * DAY - 1);
    expect(await get(unlucky.id)).toMatchObject({ status: 'PENDENTE' });
    await look(6 * DAY);
    expect(await get(unlucky.id)).toMatchObject({ status: 'ERRO', errorCode: 'ERR_WAPP_NOT_INITIALIZED' });
    await connection('connected');
    await look(7 * DAY);
    expect(await said()).toHaveLength(1);
    // A new time is another attempt.
    await api.call(contracts.updateSchedule, at(unlucky.id, ana, { sendAt: after(8 * DAY).toISOString() }));
    await look(8 * DAY);
    expect(await get(unlucky.id)).toMatchObject({ status: 'ENVIADA' });
  });

  it.each<[ErrorCode, () => Promise<unknown>]>([
    [
      'ERR_SUBSCRIPTION_EXPIRED',
      () => sql()`update companies set due_date = '2040-01-01' where id = ${company.companyId}`,
    ],
    ['ERR_COMPANY_BLOCKED', () => sql()`update companies set status = false where id = ${company.companyId}`],
    ['ERR_PLAN_FEATURE_OFF', () => sql()`update plans set use_schedules = false where id = ${plan}`],
    [
      'ERR_NO_DEF_WAPP_FOUND',
      () => sql()`update connections set deleted_at = now() where id = ${company.connectionId}`,
    ],
  ])('waits while %s', async (code, happens) => {
    const { id } = await create();
    await happens();
    await look(0);
    const [row] = await sql()`select status, error_code as code from schedules where id = ${id}`;
    expect({ ...row }).toEqual({ status: 'PENDENTE', code });
    expect(await said()).toEqual([]);
  });

  it('goes with its contact, and without its author', async () => {
    const other = await createTicket(sql(), company, { userId: company.ana.id });
    const [gone, orphan] = [await create({ contactId: other.contactId }), await create()];
    await sql()`delete from contacts where id = ${other.contactId}`;
    await api.call(deleteUser, { params: { userId: company.ana.id }, token: admin });
    await look(0);
    await api.refused('ERR_NO_SCHEDULE_FOUND', contracts.getSchedule, at(gone.id, admin));
    expect(await get(orphan.id, admin)).toMatchObject({ status: 'ENVIADA', userId: null });
    expect(await said()).toMatchObject([{ user: null }]);
  });

  it('says what the messenger says of its message', async () => {
    const { id } = await create();
    await look(0);
    await sql()`update messages set state = 'failed', ack = 0, error_code = 'ERR_WAPP_INVALID_CONTACT' where id = ${id}`;
    expect(await get(id)).toMatchObject({ status: 'ERRO', errorCode: 'ERR_WAPP_INVALID_CONTACT' });
    // A person tries it once more.
    await sql()`update messages set state = 'queued', ack = 1, error_code = null where id = ${id}`;
    expect(await get(id)).toMatchObject({ status: 'ENVIADA', errorCode: null });
  });

  it('is not said again when somebody has used its id', async () => {
    const { id } = await create();
    await sql()`
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, created_at)
      values (${company.companyId}, ${id}, ${ticket.id}, ${ticket.contactId}, ${company.connectionId}, true, 'Eu', 'sent',
        now())`;
    await look(0);
    expect(await get(id)).toMatchObject({ status: 'ERRO', errorCode: 'ERR_IDEMPOTENCY_KEY_REUSED' });
  });
});
