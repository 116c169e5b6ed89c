import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { listAudit } from '@balcao/shared/audit-log.ts';
import { createContact, deleteContact } from '@balcao/shared/features/contacts/calls.ts';
import * as calls from '@balcao/shared/features/data-subjects/exports.ts';
import { uploadMedia } from '@balcao/shared/features/media/calls.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { startApi, type TestApi } from '../../../test/api.ts';
import { eventually } from '../../../test/eventually.ts';
import { type CompanyFixture, createCompany, createTicket } from '../../../test/fixtures.ts';
import { PICTURE } from '../../../test/picture.ts';
import * as links from '../contacts/contact-links.service.ts';
import { leaveTraces, list } from '../data-subjects/testing/traces.ts';
import { makeExports } from './data-exports.jobs.ts';

const ANA = '5511987654321';
const BIA = '5521976543210';
const JOB = 'data exports';
const DAY_MS = 86_400_000;

let api: TestApi;
let company: CompanyFixture;
let token: string;

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  company = await createCompany(api.admin, `Clínica ${crypto.randomUUID()}`);
  token = await api.signIn(company.admin);
});
afterAll(() => api.stop());

const sql = () => api.admin;

async function contact(name: string, number: string, more: object = {}): Promise<number> {
  const { id } = await api.call(createContact, { token, body: { name, number, ...more } });
  return id;
}

const ask = (contactId: number, body: { language?: 'pt' | 'en' | 'es' } = {}) =>
  api.call(calls.exportContact, { token, params: { contactId }, body });

/** The newest one, once it is made. */
async function made(contactId: number): Promise<calls.DataExport> {
  await api.run(JOB);
  const { exports } = await eventually(
    () => api.call(calls.listExportsOfContact, { token, params: { contactId } }),
    ({ exports: [newest] }) => newest?.state === 'done',
  );
  return exports[0] as calls.DataExport;
}

/** All ZIPs unpacked into one folder, as another program reads them, which also checks the sums of the format. */
async function unpack({ id: exportId, parts }: calls.DataExport): Promise<Map<string, Buffer>> {
  const entries = new Map<string, Buffer>();
  for (const { part, size } of parts) {
    const answer = await api.send(calls.downloadExport, { params: { exportId, partId: part }, token });
    expect(answer).toMatchObject({ statusCode: 200, headers: { 'content-type': 'application/zip' } });
    expect(answer.rawPayload.byteLength).toBe(size);
    const zip = await fromBufferPromise(answer.rawPayload);
    for await (const entry of zip.eachEntry()) {
      expect([...entries.keys()]).not.toContain(entry.fileName);
      entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
    }
  }
  return entries;
}

/** As `sha256sum -c` does: every entry is in one of the lists, and has not changed. */
function expectSums(entries: ReadonlyMap<string, Buffer>): void {
  const isSums = (name: string) => name.startsWith('SHA256SUMS');
  const said = [...entries].flatMap(([name, bytes]) => (isSums(name) ? [bytes.toString()] : [])).join('');
  const real = [...entries].flatMap(([name, bytes]) =>
    isSums(name) ? [] : [`${createHash('sha256').update(bytes).digest('hex')}  ${name}`],
  );
  expect(said.trimEnd().split('\n').toSorted()).toEqual(real.toSorted());
}

const textOf = (entries: ReadonlyMap<string, Buffer>, name: string) => entries.get(name)?.toString() ?? '';

it('has all that the search counts, with pictures, files and notes, and nothing of anybody else', async () => {
  const extraInfo = [{ name: 'CPF', value: '529.982.247-25' }];
  const ana = await contact('Ana <script>', ANA, { email: 'ana@lima.test', extraInfo });
  await leaveTraces(sql(), company, ana, ANA);
  const mediaId = crypto.randomUUID();
  const headers = { 'content-type': 'application/octet-stream', 'x-file-name': 'foto.png' };
  await api.call(uploadMedia, { params: { mediaId }, body: PICTURE, token, headers });
  await sql()`update messages set media_id = ${mediaId}, body = 'olha a foto'
    where company_id = ${company.companyId} and media_type = 'image'`;
  await sql()`update messages set body = 'cliente difícil' where company_id = ${company.companyId} and media_type = 'note'`;
  await sql()`update messages set body = 'oi de ' || participant
    where company_id = ${company.companyId} and participant <> ''`;
  await sql()`update deliveries set payload = '{"said":"to the shop"}', ticket_id = null where company_id = ${company.companyId}`;
  await createTicket(sql(), company, { name: 'Bia Souza' });
  await list(sql(), company.companyId, { name: 'Bia', number: BIA });

  const asked = await ask(ana);
  expect(asked).toMatchObject({ language: 'pt', messages: 0, messagesTotal: 6 });
  const done = await made(ana);
  expect(done).toMatchObject({ id: asked.id, messages: 6, parts: [{ part: 1 }] });
  const entries = await unpack(done);
  expectSums(entries);
  expect([...entries.keys()].toSorted()).toEqual(
    [
      'SHA256SUMS.txt',
      'dados.html',
      'dados.json',
      `conversa-${ana}/arquivos/0001 foto.png`,
      `conversa-${ana}/conversa.html`,
      `conversa-${ana}/conversa.json`,
      `notas-${ana}/notas.html`,
      `notas-${ana}/notas.json`,
      'grupos/grupos.html',
      'grupos/grupos.json',
    ].toSorted(),
  );
  const all = [...entries].map(([name, bytes]) => [name, bytes.toString()] as const);
  const html = all.filter(([name]) => name.endsWith('.html'));
  expect(html.filter(([, text]) => text.includes('<script'))).toEqual([]);
  expect(all.join('\n')).not.toMatch(/Bia|976543210|5531900000000/);
  expect(textOf(entries, `notas-${ana}/notas.html`)).toContain('cliente difícil');
  expect(textOf(entries, `conversa-${ana}/conversa.html`)).not.toContain('cliente difícil');
  expect(textOf(entries, `conversa-${ana}/conversa.html`)).toContain('<img src="arquivos/0001%20foto.png"');
  expect(textOf(entries, 'grupos/grupos.html')).toContain(`oi de ${ANA}`);
  const page = textOf(entries, 'dados.html');
  for (const words of [
    'O que há sobre Ana &lt;script&gt;',
    'ana@lima.test',
    '529.982.247-25',
    '+55 11 98765-4321',
    'Lista de Ana',
    'Natal',
    'Lembrete',
    'https://loja.test',
    'Fechado',
    `href="conversa-${ana}/conversa.html"`,
    'nenhuma cópia de segurança',
  ])
    expect(page).toContain(words);
  const data = JSON.parse(textOf(entries, 'dados.json'));
  expect(data).toMatchObject({
    contacts: [{ id: ana, email: 'ana@lima.test', extraInfo }],
    numbers: [ANA],
    deliveries: [{ service: expect.stringMatching(/^Loja/), payload: '{"said":"to the shop"}' }],
    visits: [{ page: 'https://loja.test/vitrine', browser: 'Firefox', email: null }],
  });
  for (const [kind, count] of Object.entries<number>(data.counts))
    if (kind in data && kind !== 'contacts') expect([kind, data[kind].length]).toEqual([kind, count]);
  const said = JSON.parse(textOf(entries, `conversa-${ana}/conversa.json`));
  expect(said).toHaveLength(4);
  expect(said[1]).toMatchObject({ body: 'olha a foto', file: { taken: { name: 'arquivos/0001 foto.png' } } });

  const { entries: log } = await api.call(listAudit, { token });
  expect(
    log.flatMap(({ action, entity, entityName }) => (entity === 'dataExport' ? [[action, entityName]] : [])),
  ).toEqual([
    ['download', 'A**** <****'],
    ['create', 'A**** <****'],
  ]);
});

it('has how mails look, what voice notes say, cards in full, and the advertisement that led here', async () => {
  const ana = await contact('Ana', ANA);
  const { companyId } = company;
  await leaveTraces(sql(), company, ana, ANA);
  const ofAna = sql()`company_id = ${companyId} and contact_id = ${ana} and participant = ''`;
  const mediaId = crypto.randomUUID();
  const headers = { 'content-type': 'application/octet-stream', 'x-file-name': 'voz.ogg' };
  await api.call(uploadMedia, { params: { mediaId }, body: Buffer.from('OggS'), token, headers });
  await sql()`insert into transcripts ${sql()({ company_id: companyId, media_id: mediaId, text: 'quero <dois> bolos' })}`;
  const [mail, voice, card] = await sql()<{ id: string }[]>`
    select id from messages where ${ofAna} and media_type <> 'event' and media_type <> 'note' order by created_at, id`;
  const facts = {
    from: 'compras@lima.test',
    to: ['loja@nossa.test'],
    cc: [],
    bcc: ['segredo@nossa.test'],
    quoted: 'o que foi dito antes',
    signature: 'Ana, compras',
    notes: [],
    hasPage: true,
  };
  const referral = {
    kind: 'ad',
    title: 'Bolos',
    text: 'Promoção de bolos',
    url: 'https://fb.test/ad',
    picture: null,
    sourceId: '120',
    clickId: 'ARxyz',
    app: 'instagram',
    entryPoint: 'ctwa_ad',
  };
  await sql()`update messages set media_type = 'chat', body = 'Preciso de bolos', referral = ${sql().json(referral)},
    card = ${sql().json({ kind: 'mail', title: 'Encomenda', mail: facts })} where company_id = ${companyId} and id = ${mail!.id}`;
  await sql()`insert into mail_pages ${sql()({ company_id: companyId, message_id: mail!.id, html: '<b>Preciso</b> de bolos' })}`;
  await sql()`update messages set media_type = 'audio', body = '', media_id = ${mediaId}
    where company_id = ${companyId} and id = ${voice!.id}`;
  const vcard =
    'BEGIN:VCARD\nFN:Caio\nORG:Padaria\nTEL:+55 31 3333-4444\nEMAIL:caio@pao.test\nNOTE:liga cedo\nEND:VCARD';
  await sql()`update messages set media_type = 'vcard', body = ${vcard} where company_id = ${companyId} and id = ${card!.id}`;
  await sql()`update tickets set referral = ${sql().json({ ...referral, source: 'ad:120' })}, referred_at = now() where company_id = ${companyId} and contact_id = ${ana}`;

  await sql()`insert into message_translations ${sql()({ company_id: companyId, message_id: mail!.id, language: 'es', text: 'Necesito <pasteles>' })}`;
  await sql()`update contacts set language = 'fr' where company_id = ${companyId} and id = ${ana}`;
  await sql()`update number_checks set whatsapp_number = '551187654321' where company_id = ${companyId}`;

  await ask(ana);
  const entries = await unpack(await made(ana));
  expectSums(entries);
  const folder = `conversa-${ana}`;
  expect(textOf(entries, `${folder}/arquivos/0001 e-mail.html`)).toContain('<b>Preciso</b> de bolos');
  const said = JSON.parse(textOf(entries, `${folder}/conversa.json`));
  expect(said[0]).toMatchObject({
    card: { title: 'Encomenda', mail: { to: ['loja@nossa.test'] } },
    referral,
  });
  expect(said[0].page.name).toBe('arquivos/0001 e-mail.html');
  expect(said[0].translations).toEqual([{ language: 'es', from: null, text: 'Necesito <pasteles>' }]);
  expect(said[1]).toMatchObject({ transcript: 'quero <dois> bolos' });
  expect(said[2].body).toBe(vcard);
  const page = textOf(entries, `${folder}/conversa.html`);
  for (const words of [
    '0001%20e-mail.html',
    'Assunto: Encomenda',
    'De: compras@lima.test',
    'Tradução (espanhol): Necesito &lt;pasteles&gt;',
    'Texto citado: o que foi dito antes',
    'quero &lt;dois&gt; bolos',
    'Caio, Padaria, +55 31 3333-4444, caio@pao.test, liga cedo',
    'Origem: Anúncio: Bolos · Promoção de bolos · https://fb.test/ad · instagram · ctwa_ad · 120 · ARxyz',
  ])
    expect(page).toContain(words);
  expect(textOf(entries, 'dados.json')).toContain(
    'ad:120 · Bolos · https://fb.test/ad · instagram · ctwa_ad · ARxyz',
  );
  for (const words of ['francês', 'Entregam?', '551187654321'])
    expect(textOf(entries, 'dados.html')).toContain(words);
  expect(JSON.parse(textOf(entries, 'dados.json'))).toMatchObject({
    contacts: [{ language: 'fr' }],
    counts: { questions: 1, numberChecks: 1 },
    questions: [{ words: 'Entregam?' }],
    numberChecks: [{ number: ANA, onWhatsapp: true }],
  });
  for (const [name, bytes] of entries)
    expect([name, bytes.includes('segredo@nossa.test')]).toEqual([name, false]);
});

it('parts what is large into ZIPs of one folder, and goes on behind the last one that is stored', async () => {
  const ana = await contact('Ana', ANA);
  const zap = await contact('Ana do trabalho', '5511912345678');
  const { companyId, connectionId } = company;
  const boss = {
    companyId,
    userId: company.admin.id,
    profile: 'admin',
    super: false,
    allTicket: true,
    queueIds: [],
  } as const;
  const link = { contactId: ana, otherId: zap, personId: crypto.randomUUID() };
  await api.deps.db.withCompany(companyId, (tx) => links.link(tx, boss, link));
  for (const contactId of [ana, zap])
    await sql()`
      with ticket as (
        insert into tickets (company_id, contact_id, connection_id, status, closed_at)
        values (${companyId}, ${contactId}, ${connectionId}, 'closed', now()) returning id)
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, created_at)
      select ${companyId}, gen_random_uuid(), ticket.id, ${contactId}, ${connectionId}, false,
        '#' || n || ' ' || ${'palavra '.repeat(200)}, 'received', '2026-01-01'::timestamptz + n / 2 * interval '1 second'
      from ticket, generate_series(1, 300) n`;
  const { id } = await api.deps.db.withCompany(companyId, async (tx) => {
    const [row] = await tx<[{ id: number }]>`
      insert into data_exports (company_id, contact_id, language, messages_total, asked_by_name)
      values (${companyId}, ${ana}, 'en', 600, 'Boss') returning id`;
    return row;
  });
  // A ZIP is full at 400 kB; each of two processes that die leaves one behind that nobody knows.
  const job = makeExports({ ...api.deps, partBytes: 400_000 });
  const dying = makeExports({ ...api.deps, partBytes: 400_000, draining: () => true });
  for (let more: unknown = 'more'; more === 'more'; ) {
    expect(await dying.take({ companyId, id }, api.deps.clock)).toBeUndefined();
    more = await job.take({ companyId, id }, api.deps.clock);
  }
  const done = await made(ana);
  expect(done).toMatchObject({ id, messages: 600 });
  expect(done.parts.length).toBeGreaterThan(1);
  const entries = await unpack(done);
  expectSums(entries);
  const said = (contactId: number) =>
    [...entries].flatMap(([name, bytes]) =>
      name.startsWith(`conversation-${contactId}/`) && name.endsWith('.json')
        ? JSON.parse(bytes.toString()).map(({ body }: { body: string }) => body.split(' ')[0])
        : [],
    );
  for (const contactId of [ana, zap])
    expect(said(contactId).toSorted()).toEqual(Array.from({ length: 300 }, (_, n) => `#${n + 1}`).toSorted());
  const pages = [...entries].filter(([name]) => name.endsWith('.html'));
  const hrefs = pages.flatMap(([name, html]) =>
    [...html.toString().matchAll(/href="([^"]*)"/g)].map(([, to = '']) =>
      [...name.split('/').slice(0, -1), decodeURI(to)].join('/'),
    ),
  );
  expect(hrefs.filter((href) => !entries.has(href))).toEqual([]);
});

it('is asked for once, ends after a week, with its person, or by hand, and its files with it', async () => {
  const ana = await contact('Ana', ANA);
  const busy = await api.deps.db.withCompany(company.companyId, async (tx) => {
    const [row] = await tx<[{ id: number }]>`
      insert into data_exports
        (company_id, contact_id, language, messages_total, asked_by_name, claim, claimed_until)
      values (${company.companyId}, ${ana}, 'pt', 0, 'Boss', gen_random_uuid(), now() + interval '1 hour') returning id`;
    return row.id;
  });
  expect([(await ask(ana)).id, (await ask(ana)).id]).toEqual([busy, busy]);
  await api.call(calls.removeExport, { token, params: { exportId: busy } });
  await api.refused('ERR_NO_DATA_EXPORT_FOUND', calls.removeExport, { token, params: { exportId: busy } });

  const stored = () =>
    sql()<
      { path: string }[]
    >`select path from data_export_parts where company_id = ${company.companyId} order by export_id`;
  const isGone = (path: string) =>
    api.deps.storage.open(path).then(
      () => false,
      () => true,
    );
  const ended = async (at: Date) => {
    const before = await stored();
    await api.run('ended data exports', at);
    return Promise.all(before.map(({ path }) => isGone(path)));
  };
  const week = calls.EXPORT_DAYS * DAY_MS;
  await ask(ana);
  await made(ana);
  expect(await ended(new Date(Date.now() + week - 60_000))).toEqual([false]);
  // A new one takes its place.
  const { id: second } = await ask(ana);
  await eventually(
    () => made(ana),
    ({ id }) => id === second,
  );
  expect(await ended(new Date())).toEqual([true, false]);
  expect(await ended(new Date(Date.now() + week + 60_000))).toEqual([true]);
  await api.refused('ERR_NO_DATA_EXPORT_FOUND', calls.downloadExport, {
    token,
    params: { exportId: second, partId: 1 },
  });

  await ask(ana);
  await made(ana);
  await api.call(deleteContact, { token, params: { contactId: ana } });
  expect(await ended(new Date())).toEqual([true]);
  expect((await sql()`select from data_exports where company_id = ${company.companyId}`).count).toBe(0);
});

it('is for those who may search, also of who is in lists alone, and another company finds nothing', async () => {
  await list(sql(), company.companyId, { name: 'Bia', number: BIA });
  const params = { number: BIA };
  await api.call(calls.exportNumber, { token, params, body: { language: 'es' } });
  await api.run(JOB);
  const { exports } = await eventually(
    () => api.call(calls.listExportsOfNumber, { token, params }),
    ({ exports: [newest] }) => newest?.state === 'done',
  );
  const [done] = exports as [calls.DataExport];
  const entries = await unpack(done);
  expect([...entries.keys()]).toEqual(['datos.html', 'datos.json', 'SHA256SUMS.txt']);
  expect(textOf(entries, 'datos.html')).toContain('Lista de Bia');

  const agent = await api.signIn(company.ana);
  await api.refused('ERR_NO_PERMISSION', calls.exportNumber, { token: agent, params, body: {} });
  const part = { exportId: done.id, partId: 1 };
  await api.refused('ERR_NO_PERMISSION', calls.downloadExport, { token: agent, params: part });
  const other = await api.signIn((await createCompany(api.admin, 'Vizinha')).admin);
  await api.refused('ERR_NO_DATA_EXPORT_FOUND', calls.downloadExport, { token: other, params: part });
  await api.refused('ERR_NO_DATA_SUBJECT_FOUND', calls.exportNumber, { token: other, params, body: {} });
  expect(await api.call(calls.listExportsOfNumber, { token: other, params })).toEqual({ exports: [] });
});
