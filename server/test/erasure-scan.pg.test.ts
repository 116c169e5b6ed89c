import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { updateContact } from '@balcao/shared/features/contacts/calls.ts';
import { getFileOfContact } from '@balcao/shared/features/data-subjects/calls.ts';
import { eraseContact } from '@balcao/shared/features/data-subjects/erasures.ts';
import { phoneKey } from '@balcao/shared/phone/digits.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runErasures } from '../src/modules/data-subjects/testing/left.ts';
import { placeOfSessionKey } from '../src/platform/session-keys.ts';
import { startApi, type TestApi } from './api.ts';
import { type CompanyFixture, createCompany, givePlan } from './fixtures.ts';
import { seedOneOfEach } from './one-of-each.ts';
import { wordsInSealed } from './scan/find-sealed.ts';
import { wordsInDatabase, wordsInFiles, wordsInLines } from './scan/find-words.ts';
import { markPersons } from './scan/mark-person.ts';

/**
 * Nothing of a person is left after an erasure. What looks for it knows nothing of erasures: it marks every text that
 * belongs to a person, in a company that has a row in each table, and reads everything that is stored afterwards.
 */

const MARK = 'zzMarkedWordzz';
const NUMBER = '5511987650001';
/** By which WhatsApp names the person in groups. */
const LID = '987650001234567';
const GROUP = '120363000000000001@g.us';
const WORDS = [MARK, NUMBER, LID];
const DAY_MS = 24 * 60 * 60_000;

/** What stays, and why that is no leak. */
const KEPT: Record<string, string> = {
  'campaign_recipients.reason': 'one of our codes',
  'campaign_sends.media_type': 'one of our kinds',
};

let api: TestApi;
let company: CompanyFixture;
let marked: string[];

beforeAll(async () => {
  api = await startApi();
  const sql = await api.admin.reserve();
  await sql.unsafe(await readFile(new URL('migrations/full-company.sql', import.meta.url), 'utf8'));
  company = await createCompany(sql, 'Padaria');
  const { companyId, connectionId, admin, ana, queues } = company;
  const ids = await seedOneOfEach(sql, company);
  await givePlan(sql, companyId);
  await sql`select pg_temp.complete_company(${companyId}, ${connectionId}, ${admin.id}, ${ana.id}, ${queues.sales},
    ${ids.contactId}, ${ids.ticketId}, ${ids.tagId}, ${ids.id}, ${ids.messageId}, ${ids.mediaId})`;
  // Nobody is held, and nobody has asked for anything yet.
  for (const table of ['holds', 'erasures', 'erasure_targets', 'removed_files'])
    await sql`delete from ${sql(table)}`;
  const files = await sql<{ path: string }[]>`
    with added as (
      insert into media (company_id, id, state, mime, size, path)
      select ${companyId}, id, 'stored', 'image/png', 1, ${`${companyId}/ab/`} || rpad(md5(id::text), 40, '0')
      from (select gen_random_uuid() as id from generate_series(1, 2)) one
      returning id, path),
    carried as (
      update messages set media_id = (select min(id::text)::uuid from added)
      where company_id = ${companyId} and media_id is not null),
    pictured as (
      update contacts set picture_id = (select max(id::text)::uuid from added) where company_id = ${companyId} and id = ${ids.contactId})
    select path from added`;
  await sql`
    update media set path = ${`${companyId}/cd/`} || rpad(md5(id::text), 40, '0')
    where company_id = ${companyId} and path !~ '/ab/'`;
  const [known] = await sql<{ number: string }[]>`select number from contacts where id = ${ids.contactId}`;
  const key = phoneKey(known?.number ?? '');
  await sql`update campaign_recipients set number = ${key} where company_id = ${companyId}`;
  await sql`begin`;
  marked = await markPersons(sql, { companyId, numbers: [NUMBER], mark: MARK });
  await sql`commit`;
  sql.release();
  for (const { path } of files)
    for (const name of [path, `${path}.small`]) await keepFile(join(media(), name), `bytes ${MARK}`);
});
afterAll(() => api.stop());

const media = () => join(api.config.dataDir, 'media');
async function keepFile(path: string, words: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, words);
}

async function eraseEverybody(): Promise<void> {
  const token = await api.signIn(company.admin);
  const contacts = await api.admin<{ id: number }[]>`
    select id::int from contacts where company_id = ${company.companyId} and not is_group order by id`;
  for (const { id } of contacts) {
    const params = { contactId: id };
    const { digest, erasure } = await api.call(getFileOfContact, { token, params });
    // One of those that are linked stands for all.
    if (!erasure) await api.call(eraseContact, { token, params, body: { digest } });
  }
  const later = new Date(Date.now() + DAY_MS + 60_000);
  await runErasures(api, later);
  const left = await api.admin`select state from erasures where state <> 'done'`;
  expect([...left]).toEqual([]);
}

/** What a program is told again when it repeats its call, which stands there sealed. */
async function answerOnce(): Promise<void> {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const [contact] = await api.admin<{ id: number }[]>`
    select id::int from contacts where company_id = ${company.companyId} and name ~ ${MARK} and not is_group limit 1`;
  const params = { contactId: contact?.id ?? 0 };
  await api.call(updateContact, {
    token: await api.signIn(company.admin),
    headers,
    params,
    body: { email: '' },
  });
}

/** What WhatsApp's library keeps of a member of a group, and what the member said there that waits to be stored. */
async function beInGroup(): Promise<void> {
  const { admin, deps } = api;
  const { companyId, connectionId } = company;
  const sealed = (type: string, id: string, value: unknown) =>
    deps.secrets.seal(
      Buffer.from(JSON.stringify(value)),
      placeOfSessionKey({ companyId, connectionId, type, id }),
    );
  const keys: [type: string, id: string, value: unknown][] = [
    [
      'sender-key-memory',
      GROUP,
      { [`${NUMBER}:3@s.whatsapp.net`]: true, '5531900000000:1@s.whatsapp.net': true },
    ],
    ['lid-mapping', `${LID}_reverse`, NUMBER],
    ['lid-mapping', '5531900000000', '900000000000001'],
  ];
  for (const [type, id, value] of keys)
    await admin`insert into session_keys values (${companyId}, ${connectionId}, ${type}, ${id}, ${sealed(type, id, value)})`;
  // More than are read at a time.
  const others = Array.from({ length: 600 }, (_, at) => String(5_531_900_100_000 + at));
  await admin`
    insert into session_keys select ${companyId}, ${connectionId}, 'lid-mapping', o.id, decode(o.value, 'base64')
    from unnest(${others}::text[],
      ${others.map((id) => sealed('lid-mapping', id, `9${id}00`).toString('base64'))}::text[]) as o (id, value)`;
  await admin`insert into session_keys values (${companyId}, ${connectionId}, 'session', ${`${LID}_1.0`}, 'x')`;
  for (const [id, participant] of [
    ['HERS', `${LID}@lid`],
    ['THEIRS', '5531900000000@s.whatsapp.net'],
  ] as const)
    await admin`
      insert into inbound_journal (company_id, connection_id, chat, wa_id, stanza)
      values (${companyId}, ${connectionId}, ${GROUP}, ${id},
        ${sealed('inbound', `${GROUP} ${id}`, { attrs: { from: GROUP, participant }, plain: '' })})`;
}

const inSealed = async () => (await wordsInSealed(api.admin, api.deps.secrets, WORDS)).found;

it('leaves no word of anybody in any table, sealed or not, file or line of the log', async () => {
  expect(await wordsInDatabase(api.admin, WORDS)).toEqual(expect.arrayContaining(marked));
  await answerOnce();
  await beInGroup();
  expect(await inSealed()).toEqual([
    'idempotency_keys.answer',
    'inbound_journal.stanza',
    'session_keys.value',
  ]);
  await eraseEverybody();
  expect(await inSealed()).toEqual([]);
  // Others stay in the group.
  const others = await api.admin`select id from session_keys where type = 'lid-mapping' order by id`;
  expect(others).toHaveLength(601);
  expect(others[0]).toEqual({ id: '5531900000000' });
  const waiting = await api.admin`select wa_id as id from inbound_journal where chat = ${GROUP}`;
  expect([...waiting]).toEqual([{ id: 'THEIRS' }]);
  const found = await wordsInDatabase(api.admin, WORDS);
  expect(found.filter((place) => !(place in KEPT))).toEqual([]);
  expect(await wordsInFiles(api.config.dataDir, WORDS)).toEqual([]);
  expect(wordsInLines(api.logged(), WORDS)).toEqual([]);
});

it('finds what is planted in each kind of place', async () => {
  const { admin, deps } = api;
  const { companyId } = company;
  await admin`create table planted (
    a_text text, an_array text[], a_json jsonb, some_bytes bytea, a_name varchar(40), a_vector tsvector)`;
  await admin`insert into planted select ${MARK}, array['x', ${MARK}], jsonb_build_object('deep', jsonb_build_array(${MARK}::text)),
    convert_to(${`before ${MARK}`}, 'UTF8'), ${MARK}, to_tsvector('simple', ${MARK})`;
  await admin`update companies set name = ${NUMBER} where id = ${companyId}`;
  await admin`create materialized view copied as select name as a_copy from companies`;
  await admin`create table sealed as select ${deps.secrets.seal(Buffer.from(`so: ${MARK}`), 'wherever')}::bytea as bytes`;
  expect(await inSealed()).toEqual(['sealed.bytes']);
  expect(await wordsInDatabase(admin, WORDS)).toEqual(
    expect.arrayContaining([
      'companies.name',
      'copied.a_copy',
      ...['a_text', 'an_array', 'a_json', 'some_bytes', 'a_name', 'a_vector'].map(
        (name) => `planted.${name}`,
      ),
    ]),
  );
  await keepFile(join(media(), 'deep', 'inside', 'one'), `\0\0${MARK}\0`);
  await keepFile(join(media(), `named-${NUMBER}`), '');
  await writeFile(join(api.config.dataDir, 'wide'), Buffer.from(MARK, 'utf16le'));
  expect(await wordsInFiles(api.config.dataDir, WORDS)).toEqual([
    'media/deep/inside/one',
    `media/named-${NUMBER}`,
    'wide',
  ]);
  deps.log.info({ said: { by: MARK } }, 'planted');
  expect(wordsInLines(api.logged(), WORDS)).toEqual([expect.stringContaining('"msg":"planted"')]);
});
