import { listAudit } from '@balcao/shared/audit-log.ts';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import { downloadMedia, uploadedMedia, uploadMedia } from '@balcao/shared/features/media/calls.ts';
import { sendMessage } from '@balcao/shared/features/messages/calls.ts';
import { deleteQueue } from '@balcao/shared/features/queues/calls.ts';
import * as contracts from '@balcao/shared/features/quick-messages/calls.ts';
import { deleteUser } from '@balcao/shared/features/users/calls.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createTicket } from '../../../test/fixtures.ts';

let api: TestApi;
let company: CompanyFixture;
let admin: string;
/** Ana serves the queue `support`. */
let ana: string;
/** Bruno serves the queue `sales`. */
let bruno: string;
let companies = 0;

beforeAll(async () => {
  api = await startApi();
  await createCompany(api.database.admin, 'Operator');
});
afterAll(() => api.stop());
beforeEach(async () => {
  company = await createCompany(api.database.admin, `Loja ${++companies}`);
  [admin, ana, bruno] = [
    await api.signIn(company.admin),
    await api.signIn(company.ana),
    await api.signIn(company.bruno),
  ];
});

const create = (shortcode: string, more: object = {}, token = ana) =>
  api.call(contracts.createQuickMessage, { body: { shortcode, ...more }, token });
const refuse = (code: ErrorCode, body: object, token = ana) =>
  api.refused(code, contracts.createQuickMessage, { body, token });
const listed = async (token: string, query: Record<string, string> = {}) => {
  const { records } = await api.call(contracts.listQuickMessages, { query, token });
  return records.map(({ shortcode }) => shortcode);
};
const at = (quickMessageId: number, token: string, body?: object) => ({
  params: { quickMessageId },
  ...(body ? { body } : {}),
  token,
});

it('counts how often a quick message went into an answer, for those who see it', async () => {
  const own = await create('ola');
  const use = (token: string) => api.call(contracts.noteQuickMessageUse, at(own.id, token));
  const uses = async () => {
    const { records } = await api.call(contracts.listQuickMessages, { token: ana });
    return records.map((record) => [record.uses, record.lastUsedAt !== null]);
  };
  expect(await uses()).toEqual([[0, false]]);
  await use(ana);
  await use(ana);
  await api.refused('ERR_NO_QUICK_MESSAGE_FOUND', contracts.noteQuickMessageUse, at(own.id, bruno));
  expect(await uses()).toEqual([[2, true]]);
});

it('a quick message is its author’s, a queue’s or everybody’s', async () => {
  const own = await create('/ola ', { message: 'Olá {{firstName}}!' });
  expect(own).toEqual({
    id: expect.any(Number),
    shortcode: 'ola',
    message: 'Olá {{firstName}}!',
    geral: false,
    status: true,
    userId: company.ana.id,
    userName: 'Ana',
    queueId: null,
    media: null,
    isMedia: false,
    mediaPath: null,
    mediaName: null,
  });
  await create('pix', { geral: true }, bruno);
  await create('suporte', { geral: true, queueId: company.queues.support }, admin);
  await create('chefe', {}, admin);
  expect(await Promise.all([ana, bruno, admin].map((token) => listed(token)))).toEqual([
    ['ola', 'pix', 'suporte'],
    ['pix'],
    ['chefe', 'pix', 'suporte'],
  ]);
  for (const searchParam of ['OLA {{FIRST', '/ola'])
    expect(await listed(ana, { searchParam })).toEqual(['ola']);
  await api.refused('ERR_NO_QUICK_MESSAGE_FOUND', contracts.getQuickMessage, at(own.id, admin));
  await api.call(contracts.updateQuickMessage, at(own.id, ana, { status: false }));
  const offered = await api.call(contracts.listOfferedQuickMessages, { token: ana });
  expect(offered.map(({ shortcode }) => shortcode)).toEqual(['pix', 'suporte']);
});

it('its shortcode is there, and nobody sees two of one', async () => {
  for (const shortcode of ['', '  ', '/', 'x'.repeat(256)]) await refuse('ERR_VALIDATION', { shortcode });
  await refuse('ERR_VALIDATION', { message: 'oi' });
  expect((await create(' /bom  dia 1/2')).shortcode).toBe('bom dia 1/2');
  await create('ola');
  await create('ola', {}, bruno);
  await refuse('ERR_SHORTCODE_TAKEN', { shortcode: 'OLA' });
  // Ana and Bruno would see two.
  await refuse('ERR_SHORTCODE_TAKEN', { shortcode: 'ola', geral: true }, admin);
  const everybodys = await create('pix', { geral: true }, admin);
  await refuse('ERR_SHORTCODE_TAKEN', { shortcode: 'pix' });
  const own = await create('boleto');
  await api.refused(
    'ERR_SHORTCODE_TAKEN',
    contracts.updateQuickMessage,
    at(own.id, ana, { shortcode: 'Pix' }),
  );
  await api.refused(
    'ERR_SHORTCODE_TAKEN',
    contracts.updateQuickMessage,
    at(everybodys.id, admin, { shortcode: 'ola' }),
  );
  expect(
    await api.call(contracts.updateQuickMessage, at(own.id, ana, { shortcode: 'BOLETO' })),
  ).toMatchObject({
    shortcode: 'BOLETO',
  });
  const both = await Promise.all(
    [ana, bruno].map((token) =>
      api.send(contracts.createQuickMessage, { body: { shortcode: 'corrida', geral: true }, token }),
    ),
  );
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
});

it('those of a queue that goes are shown to nobody new', async () => {
  const queueId = company.queues.support;
  await create('suporte', { geral: true, queueId }, ana);
  const left = await create('deixada', { geral: true, queueId }, admin);
  await api.database.admin`update quick_messages set user_id = null where id = ${left.id}`;
  await api.call(deleteQueue, { params: { queueId }, token: admin });
  expect(await Promise.all([ana, bruno, admin].map((token) => listed(token)))).toEqual([
    ['suporte'],
    [],
    ['deixada'],
  ]);
  await api.call(contracts.updateQuickMessage, at(left.id, admin, { geral: true }));
  expect(await listed(bruno)).toEqual(['deixada']);
});

it('its author and admins change it; what becomes of everybody’s is in the log, what is one’s own is not', async () => {
  const own = await create('meu');
  const shared = await create('nosso', { geral: true });
  await api.refused(
    'ERR_NO_PERMISSION',
    contracts.updateQuickMessage,
    at(shared.id, bruno, { message: 'x' }),
  );
  await api.refused('ERR_NO_PERMISSION', contracts.deleteQuickMessage, at(shared.id, bruno));
  await api.refused(
    'ERR_NO_QUICK_MESSAGE_FOUND',
    contracts.updateQuickMessage,
    at(own.id, admin, { message: 'x' }),
  );
  await api.call(contracts.updateQuickMessage, at(shared.id, admin, { message: 'bom dia' }));
  // Then the admin would not see it either.
  await api.refused(
    'ERR_NO_PERMISSION',
    contracts.updateQuickMessage,
    at(shared.id, admin, { geral: false }),
  );
  await refuse('ERR_NO_QUEUE_FOUND', { shortcode: 'fila', queueId: 999_999 });
  await api.call(contracts.deleteQuickMessage, at(own.id, ana));
  await api.call(contracts.deleteQuickMessage, at(shared.id, admin));
  expect(await listed(ana)).toEqual([]);
  const { entries } = await api.call(listAudit, { query: { entity: 'quickMessage' }, token: admin });
  expect(entries.map(({ action, entityName }) => [action, entityName])).toEqual([
    ['delete', '/nosso'],
    ['update', '/nosso'],
    ['create', '/nosso'],
  ]);
});

it('whoever sees it may fetch and send its file, and nobody else', async () => {
  const quick = await create('cardapio', { geral: true, queueId: company.queues.support }, admin);
  const bytes = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF');
  const form = `--b\r\ncontent-disposition: form-data; name="typeArch"\r\n\r\nquickMessage\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="menu.pdf"\r\n\r\n${bytes}\r\n--b--\r\n`;
  const upload = (token: string) =>
    ({
      params: { quickMessageId: quick.id },
      body: form,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      token,
    }) as const;
  await api.refused('ERR_NO_PERMISSION', contracts.uploadQuickMessageMedia, upload(ana));
  const { media, ...rest } = await api.call(contracts.uploadQuickMessageMedia, upload(admin));
  expect(rest).toMatchObject({ isMedia: true, mediaName: 'menu.pdf', mediaPath: `/media/${media?.id}` });
  expect(media?.mime).toBe('application/pdf');
  const params = { mediaId: media?.id };
  expect((await api.send(downloadMedia, { params, token: ana })).rawPayload.equals(bytes)).toBe(true);
  await api.refused('ERR_NO_MEDIA_FOUND', downloadMedia, { params, token: bruno });
  // A console that has it already need not bring it before it sends it.
  expect(await api.call(uploadedMedia, { params, token: ana })).toMatchObject({ complete: true });
  expect((await api.call(uploadMedia, { params, body: bytes, token: ana })).id).toBe(media?.id);
  await api.refused('ERR_IDEMPOTENCY_KEY_REUSED', uploadedMedia, { params, token: bruno });

  const { admin: db } = api.database;
  const theirs = await createTicket(db, company, { userId: company.ana.id });
  const sent = { params: { ticketId: theirs.id }, body: { body: '', mediaId: media?.id }, token: ana };
  expect(await api.call(sendMessage, sent)).toMatchObject({ media: { id: media?.id } });
  const other = await createTicket(db, company, { userId: company.bruno.id, queueId: company.queues.sales });
  await api.refused('ERR_NO_MEDIA_FOUND', sendMessage, {
    ...sent,
    params: { ticketId: other.id },
    token: bruno,
  });
  const gone = await api.call(contracts.removeQuickMessageMedia, at(quick.id, admin));
  expect([gone.isMedia, gone.media]).toEqual([false, null]);
});

it('those of somebody who leaves go with them, except everybody’s', async () => {
  await create('meu');
  await create('nosso', { geral: true });
  await api.call(deleteUser, { params: { userId: company.ana.id }, token: admin });
  const rows = await api.database.admin`
    select shortcode, user_id from quick_messages where company_id = ${company.companyId}`;
  expect([...rows]).toEqual([{ shortcode: 'nosso', user_id: null }]);
  expect(await listed(bruno)).toEqual(['nosso']);
});
