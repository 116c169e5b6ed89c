import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listAudit } from '@balcao/shared/audit-log.ts';
import { createContact } from '@balcao/shared/features/contacts/calls.ts';
import { getFileOfContact, getFileOfNumber } from '@balcao/shared/features/data-subjects/calls.ts';
import {
  approveErasure,
  eraseContact,
  eraseNumber,
  listErasures,
  withdrawErasure,
} from '@balcao/shared/features/data-subjects/erasures.ts';
import { holdContact, removeHold } from '@balcao/shared/features/retention/calls.ts';
import { updateSetting } from '@balcao/shared/features/settings/calls.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createUser, insertedId } from '../../../test/fixtures.ts';
import { erasePerson } from './erase-person.service.ts';
import type { PersonMarks } from './targets.repo.ts';
import { runErasures, tracesOf } from './testing/left.ts';
import { leaveTraces, list } from './testing/traces.ts';

const ANA = '5511987654321';
const BIA = '5521976543210';
const DAY_MS = 24 * 60 * 60_000;

let api: TestApi;
let company: CompanyFixture;
let token: string;

beforeAll(async () => {
  api = await startApi({ documented: true });
});
beforeEach(async () => {
  await api.database.admin`delete from erasures`;
  company = await createCompany(api.database.admin, `Clínica ${crypto.randomUUID()}`);
  token = await api.signIn(company.admin);
});
afterAll(() => api.stop());

const sql = () => api.database.admin;
const contact = async (name: string, number: string, more: object = {}) =>
  (await api.call(createContact, { token, body: { name, number, ...more } })).id;
const fileOf = (contactId: number, as = token) =>
  api.call(getFileOfContact, { token: as, params: { contactId } });
const erase = async (contactId: number) => {
  const { digest } = await fileOf(contactId);
  return api.call(eraseContact, { token, params: { contactId }, body: { digest } });
};
const newest = async () => (await api.call(listErasures, { token })).erasures[0];
const later = (ms: number) => new Date(Date.now() + ms);
const run = (at = later(DAY_MS + 60_000)) => runErasures(api, at);

const traces = (ids: readonly number[], number: string) => tracesOf(sql(), company, ids, number);

it('deletes all of a person and nothing else, a day later, and keeps a certificate that names nobody', async () => {
  const ana = await contact('Ana Lima', ANA, { optedOut: true });
  const bia = await contact('Bia Souza', BIA);
  for (const [id, number] of [
    [ana, ANA],
    [bia, BIA],
  ] as const)
    await leaveTraces(sql(), company, id, number);
  const before = await fileOf(bia);
  const [media] = await sql()`
    select f.path from media f join messages m on m.company_id = f.company_id and m.media_id = f.id
    where m.contact_id = ${ana} limit 1`;
  const file = join(api.deps.config.dataDir, 'media', String(media?.path));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, 'words');

  const asked = await erase(ana);
  expect(asked).toMatchObject({ state: 'due', contactId: ana, name: 'Ana Lima', isOwn: true, counts: null });
  await run(later(DAY_MS - 60_000));
  expect((await fileOf(ana)).erasure).toEqual(asked);
  await run();

  expect(await newest()).toEqual({
    ...asked,
    state: 'done',
    contactId: null,
    number: null,
    name: null,
    endedAt: expect.any(String),
    // The webhook of the first one has heard of the second one's conversation.
    counts: { ...before.counts, deliveries: 1 },
  });
  // The log says that somebody made this contact, until its own time is over.
  expect(Object.keys(await traces([ana], ANA))).toEqual([]);
  expect(existsSync(file)).toBe(false);
  expect((await fileOf(bia)).counts).toEqual(before.counts);
  // The wish to be left alone is kept, and comes back with the number.
  expect(await api.call(getFileOfNumber, { token, params: { number: ANA } })).toMatchObject({
    keptOptOut: true,
    contacts: [],
  });
  const back = await contact('Ana', ANA);
  expect((await fileOf(back)).contacts).toMatchObject([{ optedOutBy: 'person' }]);
  const log = await api.call(listAudit, { token, query: { entity: 'erasure' } });
  expect(log.entries.map(({ action, entityName }) => [action, entityName])).toEqual([
    ['create', String(asked.id)],
  ]);
});

it('takes a short id of a messenger where it stands as one', async () => {
  const { companyId, connectionId } = company;
  const eve = await insertedId(
    sql()`insert into contacts (company_id, name) values (${companyId}, 'Eve') returning id`,
  );
  await sql()`insert into contact_identities values (${companyId}, 'telegram', '1234567', ${eve})`;
  const notices = [
    '{"from":{"id":1234567,"is_bot":false}}',
    '{"chat":{"id": 12345678}}',
    '{"total":1234567}',
  ];
  for (const body of notices)
    await sql()`insert into channel_notices (company_id, connection_id, body)
      values (${companyId}, ${connectionId}, ${Buffer.from(body)})`;
  for (const name of ['1234567', '7654321'])
    await sql()`insert into early_changes ${sql()({
      company_id: companyId,
      connection_id: connectionId,
      wa_id: 'E1234567',
      participant: '',
      identities: [`telegram:${name}`],
      kind: 'delete',
    })}`;
  await erase(eve);
  await run();
  const left = await sql()<{ body: Buffer }[]>`
    select body from channel_notices where company_id = ${companyId} order by id`;
  expect(left.map(({ body }) => body.toString())).toEqual(notices.slice(1));
  const early = await sql()`select identities[1] as name from early_changes where company_id = ${companyId}`;
  expect([...early]).toEqual([{ name: 'telegram:7654321' }]);
});

it('takes a short e-mail wherever it stands whole, and no longer one that has it within', async () => {
  const ana = await contact('Ana', ANA, { email: 'a@b.co' });
  const leo = 'leo.a@b.co; 11 91111-2222';
  const { companyId, connectionId } = company;
  const [imported] = await sql()<{ id: string }[]>`
    insert into contact_imports (company_id, headings, meanings, total)
    values (${companyId}, '{Contato}', '{email}', 3) returning id`;
  for (const [at, cell] of ['Ana <A@b.co>', leo, 'a@b.com', 'a@b.co.uk'].entries())
    await sql()`insert into contact_import_rows (company_id, import_id, row, cells)
      values (${companyId}, ${imported?.id ?? ''}, ${at + 2}, ${[cell]})`;
  for (const body of [
    '{"from":"a@b.co"}',
    '{"from":"a@b.com"}',
    '{"from":"leo.a@b.co"}',
    'maçã a@b.co, sim',
    '{"text":"Oi\\na@b.co."}',
  ])
    await sql()`insert into channel_notices (company_id, connection_id, body)
      values (${companyId}, ${connectionId}, ${Buffer.from(body)})`;
  expect((await fileOf(ana)).counts.imports).toBe(1);
  await erase(ana);
  await run();
  const rows = await sql()<{ cell: string }[]>`
    select cells[1] as cell from contact_import_rows where company_id = ${companyId} order by row`;
  expect(rows.map(({ cell }) => cell)).toEqual([leo, 'a@b.com', 'a@b.co.uk']);
  const notices = await sql()<{ body: Buffer }[]>`
    select body from channel_notices where company_id = ${companyId} order by id`;
  expect(notices.map(({ body }) => String(body))).toEqual(['{"from":"a@b.com"}', '{"from":"leo.a@b.co"}']);
});

it('deletes who is in lists alone, and lets a campaign go on counting', async () => {
  const listId = await list(sql(), company.companyId, { name: 'Bia', number: BIA });
  const params = { number: BIA };
  const { digest } = await api.call(getFileOfNumber, { token, params });
  await api.call(eraseNumber, { token, params, body: { digest } });
  // WhatsApp says only now whether it has the number.
  await sql()`insert into number_checks (company_id, number, "exists", checked_at)
    values (${company.companyId}, ${BIA}, true, ${later(2 * DAY_MS)})`;
  await run();
  expect((await sql()`select from number_checks where company_id = ${company.companyId}`).count).toBe(0);
  expect(await newest()).toMatchObject({ state: 'done', counts: { lists: 1 } });
  const [left] = await sql()`select contacts_count from contact_lists where id = ${listId}`;
  expect(left?.contacts_count).toBe(0);
  await api.refused('ERR_NO_DATA_SUBJECT_FOUND', getFileOfNumber, { token, params });
});

it('deletes what campaigns have sent by e-mail: of a contact, of who is in lists alone, and in a copy from before', async () => {
  const ana = await contact('Ana Lima', ANA, { email: 'ana@casa.test' });
  await list(sql(), company.companyId, { name: 'Bia', number: BIA, email: 'Bia@casa.test' });
  const campaignId = await insertedId(sql()`
    insert into campaigns (company_id, name, messages, confirmation_messages)
    values (${company.companyId}, 'Natal', array_fill('Oi'::text, '{5}'), array_fill(''::text, '{5}')) returning id`);
  const send = (addresses: readonly string[]) => sql()`
    insert into campaign_recipients (company_id, campaign_id, name, number, whatsapp_number, state)
    select ${company.companyId}, ${campaignId}, 'X', one, one, 'sent' from unnest(${addresses as string[]}::text[]) one`;
  const named = async () =>
    (
      await sql()`
      select number from campaign_recipients where company_id = ${company.companyId} and name <> '' order by number`
    ).map(({ number }) => number);
  await send(['ana@casa.test', 'bia@casa.test', 'caio@casa.test']);
  expect((await fileOf(ana)).counts.campaigns).toBe(1);
  await erase(ana);
  const params = { number: BIA };
  const { digest } = await api.call(getFileOfNumber, { token, params });
  await api.call(eraseNumber, { token, params, body: { digest } });
  const marks = (await sql()<{ marks: PersonMarks }[]>`select marks from erasures`).map((row) => row.marks);
  await run();
  expect(await named()).toEqual(['caio@casa.test']);
  const { erasures } = await api.call(listErasures, { token });
  expect(erasures.map(({ counts }) => counts?.campaigns)).toEqual([1, 1]);

  // In the copy the lists are gone.
  await send(['ana@casa.test', 'bia@casa.test']);
  for (const one of marks) {
    const at = new Date();
    expect(await erasePerson(api.deps, { companyId: company.companyId, at, marks: one })).toBe(true);
    await run(at);
  }
  expect(await named()).toEqual(['caio@casa.test']);

  // Whom nothing but a mail has reached.
  const caio = { number: 'Caio@casa.test' };
  const file = await api.call(getFileOfNumber, { token, params: caio });
  expect(file).toMatchObject({ contacts: [], counts: { campaigns: 1 } });
  await api.call(eraseNumber, { token, params: caio, body: { digest: file.digest } });
  await run();
  expect(await named()).toEqual([]);
});

it('takes the digits of an address for nobody’s number', async () => {
  await contact('Ana', ANA);
  await api.call(getFileOfNumber, { token, params: { number: ANA } });
  await api.refused('ERR_NO_DATA_SUBJECT_FOUND', getFileOfNumber, {
    token,
    params: { number: `${ANA}@casa.test` },
  });
});

it('asks a second person where the company wants one, who has seen the same', async () => {
  await api.call(updateSetting, { token, params: { key: 'erasureApproval' }, body: { value: 'enabled' } });
  const boss = await createUser(sql(), company.companyId, 'Chefe', [], { profile: 'admin' });
  const other = await api.signIn(boss);
  const ana = await contact('Ana Lima', ANA);
  const asked = await erase(ana);
  expect(asked).toMatchObject({ state: 'asked', dueAt: null, approvedBy: null });
  const params = { erasureId: asked.id };
  const seen = { digest: (await fileOf(ana, other)).digest };
  await api.refused('ERR_ERASURE_OWN', approveErasure, { token, params, body: seen });
  await run();
  expect((await newest())?.state).toBe('asked');
  // Somebody has put her on a list meanwhile.
  const listId = await list(sql(), company.companyId, { name: 'Ana', number: ANA });
  await api.refused('ERR_ERASURE_OUTDATED', approveErasure, { token: other, params, body: seen });
  const once = { digest: (await fileOf(ana, other)).digest };
  // One list in the place of another is not what was seen, though the figures are the same.
  await sql()`delete from contact_lists where id = ${listId}`;
  await list(sql(), company.companyId, { name: 'Ana na feira', number: ANA });
  await api.refused('ERR_ERASURE_OUTDATED', approveErasure, { token: other, params, body: once });
  const body = { digest: (await fileOf(ana, other)).digest };
  const due = await api.call(approveErasure, { token: other, params, body });
  expect(due).toMatchObject({ state: 'due', approvedBy: 'Chefe', isOwn: false });
  await api.refused('ERR_ERASURE_DECIDED', approveErasure, { token: other, params, body });
  await run();
  expect(await newest()).toMatchObject({ state: 'done', approvedBy: 'Chefe', counts: { lists: 1 } });
});

it('goes on asking a second person for a day after somebody has switched that off, and says who has', async () => {
  const option = (value: string) =>
    api.call(updateSetting, { token, params: { key: 'erasureApproval' }, body: { value } });
  const approval = async () => (await api.call(listErasures, { token })).approval;
  expect(await approval()).toEqual({ isNeeded: false, endedBy: null, endsAt: null });
  await option('enabled');
  expect(await approval()).toEqual({ isNeeded: true, endedBy: null, endsAt: null });
  await option('disabled');
  await option('disabled');
  expect(await approval()).toEqual({ isNeeded: true, endedBy: 'Admin', endsAt: expect.any(String) });
  const ana = await contact('Ana Lima', ANA);
  expect(await erase(ana)).toMatchObject({ state: 'asked' });
  await sql()`update audit_log set at = at - interval '24 hours' where entity = 'setting'`;
  expect(await approval()).toEqual({ isNeeded: false, endedBy: null, endsAt: null });
  expect(await erase(await contact('Bia Souza', BIA))).toMatchObject({ state: 'due' });
});

it('can be taken back for a day, is asked for once, and waits for a hold', async () => {
  const ana = await contact('Ana Lima', ANA);
  const { id } = await erase(ana);
  const { digest } = await fileOf(ana);
  const again = { token, params: { contactId: ana }, body: { digest } };
  await api.refused('ERR_ERASURE_UNDER_WAY', eraseContact, again);
  const params = { erasureId: id };
  expect(await api.call(withdrawErasure, { token, params })).toMatchObject({
    state: 'withdrawn',
    name: null,
  });
  await api.refused('ERR_ERASURE_DECIDED', withdrawErasure, { token, params });
  await run();
  expect((await fileOf(ana)).contacts).toHaveLength(1);

  await erase(ana);
  const held = { params: { contactId: ana }, body: { reason: 'Processo 12' } };
  const hold = await api.call(holdContact, { token, ...held });
  await run();
  expect((await fileOf(ana)).erasure?.state).toBe('due');
  await api.call(removeHold, { token, params: { holdId: hold.id } });
  await run();
  expect((await newest())?.state).toBe('done');

  const bia = await contact('Bia Souza', BIA);
  await api.call(holdContact, { token, params: { contactId: bia }, body: { reason: 'Processo 13' } });
  const body = { digest: (await fileOf(bia)).digest };
  await api.refused('ERR_ON_HOLD', eraseContact, { token, params: { contactId: bia }, body });
  const outdated = { token, params: { contactId: bia }, body: { digest: 'x' } };
  await api.refused('ERR_ON_HOLD', eraseContact, outdated);
  const neighbour = await createCompany(sql(), `Vizinha ${crypto.randomUUID()}`);
  const theirs = await api.signIn(neighbour.admin);
  await api.refused('ERR_NO_ERASURE_FOUND', withdrawErasure, { token: theirs, params });
  expect((await api.call(listErasures, { token: theirs })).erasures).toEqual([]);
});

it('is done again in a copy from before, to whoever was there, and to nobody who came since', async () => {
  const ana = await contact('Ana Lima', ANA);
  await leaveTraces(sql(), company, ana, ANA);
  const unnumbered = await insertedId(
    sql()`insert into contacts (company_id, name) values (${company.companyId}, 'Sem número') returning id`,
  );
  const bia = await contact('Bia Souza', BIA);
  const before = (await fileOf(bia)).counts;
  const { companyId } = company;
  await erase(ana);
  await erase(unnumbered);
  const marks = (await sql()<{ marks: PersonMarks }[]>`select marks from erasures`).map((row) => row.marks);
  // In the copy nobody has asked for it yet.
  await sql()`delete from erasures`;
  const again = async (at: Date) => {
    const done: boolean[] = [];
    for (const [place, one] of marks.entries())
      done.push(await erasePerson(api.deps, { companyId, at: new Date(at.getTime() + place), marks: one }));
    return done;
  };
  expect(await again(new Date(0))).toEqual([false, false]);
  expect((await fileOf(ana)).counts.messages).toBeGreaterThan(0);
  const at = new Date();
  expect(await again(at)).toEqual([true, true]);
  expect(Object.keys(await traces([ana, unnumbered], ANA))).toEqual(['erasure_targets']);
  await run(at);
  expect(Object.keys(await traces([ana, unnumbered], ANA))).toEqual([]);
  expect((await fileOf(bia)).counts).toEqual(before);
  expect(await newest()).toMatchObject({ state: 'done', askedBy: null, contactId: null });
  const back = await contact('Ana', ANA);
  expect(await again(at)).toEqual([false, false]);
  expect((await fileOf(back)).contacts).toHaveLength(1);
});
