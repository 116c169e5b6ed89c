import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { listAudit } from '@balcao/shared/audit-log.ts';
import { downloadMedia, uploadMedia } from '@balcao/shared/features/media/calls.ts';
import { deleteMessage, editMessage, sendMessage } from '@balcao/shared/features/messages/calls.ts';
import { downloadConversation } from '@balcao/shared/features/messages/document.ts';
import { addTicketNote } from '@balcao/shared/features/ticket-notes/calls.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createTicket } from '../../../test/fixtures.ts';
import { PICTURE } from '../../../test/picture.ts';

let api: TestApi;
let company: CompanyFixture;
let token: string;

beforeAll(async () => {
  api = await startApi();
  company = await createCompany(api.admin, 'Padaria');
  token = await api.signIn(company.ana);
});
afterAll(() => api.stop());

/** The archive as another program reads it, which also checks the sums of the format. */
async function unpack(archive: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(archive);
  const entries = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return entries;
}

async function download(ticketId: number, query: Record<string, string> = {}) {
  const { statusCode, headers, rawPayload } = await api.send(downloadConversation, {
    params: { ticketId },
    query,
    token,
  });
  expect({ statusCode, type: headers['content-type'] }).toEqual({ statusCode: 200, type: 'application/zip' });
  return { disposition: headers['content-disposition'], entries: await unpack(rawPayload) };
}

/** As `sha256sum -c` does: every entry but the list itself is in it, and has not changed. */
function expectSums(entries: ReadonlyMap<string, Buffer>): void {
  const { 'SHA256SUMS.txt': sums = Buffer.of(), ...rest } = Object.fromEntries(entries);
  const real = Object.entries(rest).map(
    ([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`,
  );
  expect(sums.toString()).toBe(real.join(''));
}

async function sendFile(ticketId: number, name: string): Promise<string> {
  const mediaId = crypto.randomUUID();
  const headers = { 'content-type': 'application/octet-stream', 'x-file-name': encodeURIComponent(name) };
  await api.call(uploadMedia, { params: { mediaId }, body: PICTURE, token, headers });
  await api.call(sendMessage, { params: { ticketId }, body: { mediaId }, token });
  return mediaId;
}

it('hands on what was said, with its files, its times and what became of it', async () => {
  const name = 'Maria <script>alert(1)</script>';
  const { id: ticketId, contactId } = await createTicket(api.admin, company, {
    userId: company.ana.id,
    name,
  });
  await api.admin`update contacts set number = '5511987654321' where id = ${contactId}`;
  const { id } = await api.call(sendMessage, { params: { ticketId }, body: { body: 'Bom <b>dia' }, token });
  await api.admin`update messages set state = 'sent', ack = 4, wa_id = 'ABC123', sent_at = '2026-03-01T15:00:01Z',
    delivered_at = '2026-03-01T15:00:02Z', read_at = '2026-03-01T15:00:03Z' where id = ${id}`;
  await api.call(editMessage, { params: { messageId: id }, body: { body: 'Boa <i>tarde' }, token });
  await api.call(deleteMessage, { params: { messageId: id }, token });
  await api.call(addTicketNote, { body: { ticketId, body: 'só para nós' }, token });
  const photo = await sendFile(ticketId, '../pão & "queijo".png');
  const lost = await sendFile(ticketId, 'perdida.png');
  const [row] = await api.admin<{ path: string }[]>`select path from media where id = ${lost}`;
  await api.deps.storage.remove(row?.path ?? '');

  const { disposition, entries } = await download(ticketId);
  expect(disposition).toMatch(/^attachment; filename\*=UTF-8''conversa%20Maria/);
  const file = 'arquivos/0001 pão & _queijo_.png';
  expect([...entries.keys()]).toEqual([file, 'conversa.html', 'SHA256SUMS.txt']);
  expectSums(entries);
  const stored = await api.send(downloadMedia, { params: { mediaId: photo }, token });
  expect(entries.get(file)).toEqual(stored.rawPayload);

  const html = entries.get('conversa.html')?.toString() ?? '';
  expect(html).toContain('<html lang="pt-BR">');
  expect(html).not.toMatch(/<script|<b>dia|<i>tarde|só para nós/);
  for (const words of [
    'Conversa com Maria &lt;script&gt;',
    '+55 11 98765-4321',
    'Olá',
    'Boa &lt;i&gt;tarde',
    '<s>Bom &lt;b&gt;dia</s>',
    'Enviada: 01/03/2026, 12:00:01 · Entregue: 01/03/2026, 12:00:02 · Lida: 01/03/2026, 12:00:03',
    'Conexão: WhatsApp Padaria · Código no mensageiro: ABC123',
    'perdida.png: O arquivo não está mais no servidor.',
    `<img src="arquivos/0001%20p%C3%A3o%20%26%20_queijo_.png"`,
    createHash('sha256').update(stored.rawPayload).digest('hex'),
    'Mensagens: 4. Arquivos: 1.',
  ])
    expect(html).toContain(words);
  expect(html).toMatch(
    /<li>Editada: [\d/]+, [\d:]+ · por Ana<\/li><li>Apagada: [\d/]+, [\d:]+ · por Ana<\/li>/,
  );
});

it('speaks the language of the contact, of the company, or the one that is wanted', async () => {
  const { id: ticketId, contactId } = await createTicket(api.admin, company, { userId: company.ana.id });
  const namesFor = async (number: string, query = {}) => {
    await api.admin`update contacts set number = ${number} where id = ${contactId}`;
    return [...(await download(ticketId, query)).entries.keys()][0];
  };
  expect([
    await namesFor('5491155551234'),
    await namesFor('12125550123'),
    await namesFor(''),
    await namesFor('5491155551234', { language: 'en' }),
  ]).toEqual(['conversacion.html', 'conversation.html', 'conversa.html', 'conversation.html']);
});

it('is a page after the other where there is much, in order and whole', async () => {
  const { id: ticketId, contactId } = await createTicket(api.admin, company, { userId: company.ana.id });
  const [count, words] = [1_500, 'palavra '.repeat(300)];
  await api.admin`
    insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, created_at)
    select ${company.companyId}, gen_random_uuid(), ${ticketId}, ${contactId}, ${company.connectionId}, false,
      '#' || n || ' ' || ${words}, 'received', '2026-01-01'::timestamptz + n / 2 * interval '1 second'
    from generate_series(1, ${count}) n`;
  const { entries } = await download(ticketId);
  expectSums(entries);
  const pages = ['conversa.html', 'conversa-2.html', 'conversa-3.html'];
  expect([...entries.keys()]).toEqual([...pages, 'SHA256SUMS.txt']);
  const html = pages.map((page) => entries.get(page)?.toString() ?? '');
  expect(html.map((page) => page.match(/href="[^"]*"/g))).toEqual([
    ['href="conversa-2.html"'],
    ['href="conversa.html"', 'href="conversa-3.html"'],
    ['href="conversa-2.html"'],
  ]);
  const said = html.flatMap((page) => [...page.matchAll(/>#(\d+) /g)].map(([, n]) => Number(n)));
  expect(new Set(said).size).toBe(count);
  expect(said.map((n) => Math.floor(n / 2))).toEqual(
    said.map((n) => Math.floor(n / 2)).toSorted((a, b) => a - b),
  );
  expect(html.at(-1)).toContain(`Mensagens: ${count + 1}. Arquivos: 0.`);
});

it('is for those who may read the conversation, and the audit log has them first', async () => {
  await api.admin`delete from audit_log`;
  const { id: ticketId } = await createTicket(api.admin, company, { userId: company.ana.id, name: 'João' });
  await download(ticketId);
  const params = { ticketId };
  const bruno = await api.signIn(company.bruno);
  await api.refused('ERR_TICKET_FOREIGN_QUEUE', downloadConversation, { params, token: bruno });
  const outsider = await api.signIn((await createCompany(api.admin, 'Outra')).admin);
  const theirs = await api.refused('ERR_NO_TICKET_FOUND', downloadConversation, { params, token: outsider });
  const missing = await api.refused('ERR_NO_TICKET_FOUND', downloadConversation, {
    params: { ticketId: 987_654_321 },
    token: outsider,
  });
  expect({ ...theirs, requestId: '' }).toEqual({ ...missing, requestId: '' });
  const { entries } = await api.call(listAudit, { token: await api.signIn(company.admin) });
  expect(
    entries.flatMap(({ userName, action, entityId, entityName }) =>
      action === 'download' ? [[userName, entityId, entityName]] : [],
    ),
  ).toEqual([['Ana', 'conversation', 'J****']]);
});
