import { readFile } from 'node:fs/promises';
import type postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { createCompany, givePlan } from '../../../test/fixtures.ts';
import { seedOneOfEach } from '../../../test/one-of-each.ts';
import { PERSON_TABLES } from './person-tables.ts';
import { runErasures } from './testing/left.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const NUMBER = '5511987650001';
const JID = `${NUMBER}@s.whatsapp.net`;

interface Ids {
  contactId: number;
  ticketId: number;
}

/** Something in every table is about Maria, wherever no key says whose it is. */
async function makeHers(sql: postgres.Sql, companyId: number, { contactId, ticketId }: Ids): Promise<void> {
  const ofCompany = sql`where company_id = ${companyId}`;
  await sql`delete from erasures ${ofCompany}`;
  await sql`delete from holds ${ofCompany} and contact_id is null`;
  await sql`update tickets set contact_id = ${contactId} ${ofCompany} and id = ${ticketId}`;
  await sql`update messages set contact_id = ${contactId} ${ofCompany} and ticket_id = ${ticketId}`;
  await sql`update schedules set contact_id = ${contactId} ${ofCompany}`;
  await sql`update deliveries set contact_id = ${contactId} ${ofCompany}`;
  await sql`
    update contact_list_items set number = ${NUMBER} ${ofCompany}
      and id = (select min(id) from contact_list_items ${ofCompany})`;
  await sql`
    update campaign_recipients set number = ${NUMBER}, name = 'Maria', state = 'sent' ${ofCompany}
      and id = (select min(recipient_id) from campaign_replies ${ofCompany})`;
  await sql`update campaign_sends set body = 'Oi, Maria' ${ofCompany}`;
  await sql`update number_checks set number = ${NUMBER} ${ofCompany}`;
  await sql`update contact_import_rows set cells = ${[NUMBER]} ${ofCompany}`;
  await sql`update inbound_journal set chat = ${JID} ${ofCompany}`;
  await sql`update session_keys set id = ${`${NUMBER}.0`} ${ofCompany}`;
  await sql`insert into contact_identities values (${companyId}, 'web', 'Maria', ${contactId})`;
  await sql`update web_visitors set name = 'Maria' ${ofCompany}`;
  await sql`update channel_notices set body = ${Buffer.from(`{"from":"${NUMBER}"}`)} ${ofCompany}`;
  const [file] = await sql<{ id: string }[]>`
    insert into media (company_id, id, state, mime, path) values (${companyId}, gen_random_uuid(), 'stored', 'image/png', 'hers')
    returning id`;
  const fileId = file?.id ?? '';
  await sql`insert into transcripts (company_id, media_id, text) values (${companyId}, ${fileId}, 'Maria')`;
  await sql`insert into import_files values (${companyId}, ${fileId}, 'there', 'messages', '2', 'maria.jpg')`;
  await sql`
    update messages set media_id = ${fileId} ${ofCompany} and contact_id = ${contactId}
      and id = (select id from messages ${ofCompany} and contact_id = ${contactId} order by id limit 1)`;
  const pathOf = (name: ReturnType<typeof sql>) => sql`
    ${companyId}::bigint || '/ab/' || left(encode(sha256(convert_to(${name}, 'UTF8')), 'hex'), 40)`;
  await sql`update media set path = ${pathOf(sql`id::text`)} ${ofCompany}`;
  await sql`update removed_files set path = ${pathOf(sql`path`)} ${ofCompany}`;
  const { secrets } = api.deps;
  const place = `idempotency_keys.answer/${companyId}/user:1/hers`;
  await sql`
    insert into idempotency_keys (company_id, owner, key, request_hash, status, answer)
    values (${companyId}, 'user:1', 'hers', 'x', 200, ${secrets.seal(Buffer.from(`{"contactId":${contactId}}`), place)})`;
}

/** They have no row of hers before it begins. */
const MADE_ON_THE_WAY = ['erasure_targets', 'removed_files'];

it('becomes in every table what the list says', async () => {
  const { admin } = api.database;
  const sql = await admin.reserve();
  await sql.unsafe(
    await readFile(new URL('../../../test/migrations/full-company.sql', import.meta.url), 'utf8'),
  );
  const company = await createCompany(sql, 'Padaria');
  const ids = await seedOneOfEach(sql, company);
  const { companyId, connectionId, admin: boss, ana, queues } = company;
  await givePlan(sql, companyId);
  await sql`select pg_temp.complete_company(${companyId}, ${connectionId}, ${boss.id}, ${ana.id}, ${queues.sales},
    ${ids.contactId}, ${ids.ticketId}, ${ids.tagId}, ${ids.id}, ${ids.messageId}, ${ids.mediaId})`;
  await makeHers(sql, companyId, ids);
  sql.release();
  const rows = async () => {
    const found: Record<string, { count: number; hers: number }> = {};
    for (const name of Object.keys(PERSON_TABLES)) {
      const [row] = await admin<{ count: number; hers: number }[]>`
        select count(*)::int as count, count(*) filter (where t::text ~ ${`${NUMBER}|Maria`})::int as hers
        from ${admin(name)} t where company_id = ${companyId}`;
      found[name] = row ?? { count: 0, hers: 0 };
    }
    return found;
  };
  const before = await rows();
  // A hold keeps it waiting.
  await admin`insert into erasures (company_id, contact_id, state, asked_by_name, due_at)
    values (${companyId}, ${ids.contactId}, 'due', 'Boss', now())`;
  await runErasures(api, new Date());
  expect((await rows()).messages).toEqual(before.messages);
  await admin`delete from holds where company_id = ${companyId}`;
  await runErasures(api, new Date());
  const after = await rows();

  const wrong = Object.entries(PERSON_TABLES).flatMap(([name, { fate }]) => {
    const [was, is] = [before[name], after[name]];
    if (!was || !is) return [[name, fate, was, is]];
    const isSo =
      fate === 'kept'
        ? is.count >= was.count
        : fate === 'anonymised'
          ? is.count === was.count && was.hers > 0 && is.hers === 0
          : (is.count < was.count || MADE_ON_THE_WAY.includes(name)) && is.hers === 0;
    return isSo ? [] : [[name, fate, was, is]];
  });
  expect(wrong).toEqual([]);
});
