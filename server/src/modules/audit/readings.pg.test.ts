import { listAudit, noteDownload } from '@balcao/shared/audit-log.ts';
import { listContacts } from '@balcao/shared/features/contacts/calls.ts';
import { exportContacts } from '@balcao/shared/features/contacts/imports.ts';
import { downloadMedia, downloadThumbnail } from '@balcao/shared/features/media/calls.ts';
import { listMessages, messageInfo, searchMessages } from '@balcao/shared/features/messages/calls.ts';
import { listTickets } from '@balcao/shared/features/tickets/calls.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createTicket } from '../../../test/fixtures.ts';
import { noteOpened } from './readings.service.ts';

let api: TestApi;
let company: CompanyFixture;
let tokens: Record<'admin' | 'ana' | 'bruno', string>;

beforeAll(async () => {
  api = await startApi();
  company = await createCompany(api.database.admin, 'Padaria');
  tokens = {
    admin: await api.signIn(company.admin),
    ana: await api.signIn(company.ana),
    bruno: await api.signIn(company.bruno),
  };
});
beforeEach(() => api.database.admin`delete from audit_log`);
afterAll(() => api.stop());

const readings = async () => {
  const { entries } = await api.call(listAudit, { query: { onlyReading: 'true' }, token: tokens.admin });
  return entries.map(({ userName, action, entity, entityName }) => [userName, action, entity, entityName]);
};

it('a search by a document is noted once an hour, without telling the document', async () => {
  const calls = [listContacts, listTickets, searchMessages];
  for (const searchParam of ['Maria', '52998224725', 'cpf 529.982.247-25 da Maria', '529.982.247-26'])
    for (const contract of calls) await api.call(contract, { query: { searchParam }, token: tokens.ana });
  await api.call(listContacts, { query: { searchParam: '11.222.333/0001-81' }, token: tokens.ana });
  expect(await readings()).toEqual([
    ['Ana', 'search', 'document', '**.*22.333/0001-**'],
    ['Ana', 'search', 'document', '***.982.247-**'],
  ]);
  const all = JSON.stringify(await api.database.admin`select * from audit_log`);
  expect(all).not.toContain('52998224725');
});

it('who reads a conversation of others is noted once an hour, whoever it is; an own one never', async () => {
  const { admin } = api.database;
  const theirs = await createTicket(admin, company, { userId: company.ana.id, name: 'Maria' });
  const waiting = await createTicket(admin, company, { name: 'João' });
  const inNoQueue = await createTicket(admin, company, { queueId: null, name: 'Zé' });
  const read = (token: string, { id }: { id: number }) =>
    api.send(listMessages, { params: { ticketId: id }, token });
  for (const target of [theirs, waiting, inNoQueue])
    for (const token of [tokens.ana, tokens.admin, tokens.admin, tokens.bruno]) await read(token, target);
  // Bruno sees none of them, so he has read nothing.
  expect(await readings()).toEqual([
    ['Admin', 'open', 'ticket', 'J****'],
    ['Admin', 'open', 'ticket', 'M****'],
  ]);
});

it('words that are found, a file and the way of a message are read like their conversation', async () => {
  const { admin } = api.database;
  const { companyId, ana } = company;
  const theirs = await createTicket(admin, company, { userId: ana.id, name: 'Maria' });
  const other = await createTicket(admin, company, { userId: ana.id, name: 'João' });
  const say = async ({ id, contactId }: { id: number; contactId: number }, body: string) => {
    const [mediaId, messageId] = [uuidv7(), uuidv7()];
    await admin`
      insert into media (company_id, id, state, mime, size, path) values (${companyId}, ${mediaId}, 'failed', 'image/png', 1, null)`;
    await admin`
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, media_id, created_at)
      values (${companyId}, ${messageId}, ${id}, ${contactId}, ${company.connectionId}, false, ${body}, 'received',
        ${mediaId}, now())`;
    return { mediaId, messageId };
  };
  const [ofMaria, ofJoao] = [await say(theirs, 'pão de queijo'), await say(other, 'bolo')];
  const asAll = async (token: string) => {
    await api.send(searchMessages, { query: { searchParam: 'queijo' }, token });
    await api.send(messageInfo, { params: { messageId: ofMaria.messageId }, token });
    await api.send(downloadMedia, { params: { mediaId: ofJoao.mediaId }, token });
    await api.send(downloadThumbnail, { params: { mediaId: ofJoao.mediaId }, token });
  };
  for (const token of [tokens.ana, tokens.bruno]) await asAll(token);
  expect(await readings()).toEqual([]);
  await asAll(tokens.admin);
  expect(await readings()).toEqual([
    ['Admin', 'open', 'ticket', 'J****'],
    ['Admin', 'open', 'ticket', 'M****'],
  ]);
});

it('what a console tells later stands at its own hour, never in the future, once', async () => {
  const { companyId, admin: boss } = company;
  const { id } = await createTicket(api.database.admin, company, { userId: company.ana.id });
  const actor = {
    companyId,
    userId: boss.id,
    profile: 'admin',
    super: false,
    allTicket: true,
    queueIds: [],
  } as const;
  const tell = (at: string, ticketId = id) =>
    api.db.withCompany(companyId, (tx) => noteOpened(tx, actor, ticketId, new Date(at)));
  await Promise.all(Array.from({ length: 20 }, () => tell('2026-01-05T10:59:59Z')));
  await tell('2026-01-05T11:00:00Z');
  await tell('2999-01-01T00:00:00Z');
  await expect(tell('2026-01-05T11:00:00Z', 987_654)).rejects.toThrow('ERR_NO_TICKET_FOUND');
  const entries = await api.database.admin<{ at: Date }[]>`select at from audit_log order by at`;
  expect(entries.slice(0, 2).map(({ at }) => at.toISOString())).toEqual([
    '2026-01-05T10:59:59.000Z',
    '2026-01-05T11:00:00.000Z',
  ]);
  expect([entries.length, Number(entries[2]?.at) <= Date.now()]).toEqual([3, true]);
});

it('whoever takes a list along is noted each time, before there is a file', async () => {
  for (let time = 0; time < 2; time++)
    expect((await api.send(exportContacts, { token: tokens.admin })).statusCode).toBe(200);
  await api.call(noteDownload, { body: { list: 'ratings', about: 'maio' }, token: tokens.ana });
  await api.refused('ERR_VALIDATION', noteDownload, {
    body: { list: 'nothing', about: '' },
    token: tokens.ana,
  });
  await api.refused('ERR_NO_PERMISSION', exportContacts, { token: tokens.ana });
  expect(await readings()).toEqual([
    ['Ana', 'download', 'list', 'maio'],
    ['Admin', 'download', 'list', ''],
    ['Admin', 'download', 'list', ''],
  ]);
  const { entries } = await api.call(listAudit, {
    query: { onlyReading: 'true', searchParam: 'maio' },
    token: tokens.admin,
  });
  expect(entries.map(({ entityId }) => entityId)).toEqual(['ratings']);
});
