import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createContact, updateContact } from '@balcao/shared/features/contacts/calls.ts';
import { createTicket } from '@balcao/shared/features/tickets/calls.ts';
import { proto } from '@whiskeysockets/baileys';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { portraitOf } from '../../sandbox/phones/portrait.ts';
import { startApi } from '../../test/api.ts';
import { createTestDatabase } from '../../test/database.ts';
import { eventually } from '../../test/eventually.ts';
import { newNumber, type PhoneCompany } from '../../test/phone-company.ts';
import { type LocalWorld, startWorld } from '../../test/world.ts';
import type { SessionProcess } from '../sessions.ts';

let world: LocalWorld;
let company: PhoneCompany;
let sessions: SessionProcess;
beforeAll(async () => {
  world = await startWorld({ database: createTestDatabase() });
  company = await world.addCompany();
});
afterAll(() => world.stop());

it('a block waits for its connection, and what WhatsApp refuses is undone', async () => {
  const { companyId, connectionId } = company;
  const sql = world.database.admin;
  const account = (number: string) => world.sandbox.world.account({ number, name: 'Insistente' });
  const contact = async (phone: string, ...names: string[]) => {
    const [made] = await sql<{ id: string }[]>`
      insert into contacts (company_id, name, number, blocked) values (${companyId}, 'x', ${phone}, true) returning id`;
    const id = Number(made?.id);
    await sql`insert into block_orders (company_id, connection_id, contact_id, blocked)
      values (${companyId}, ${connectionId}, ${id}, true)`;
    for (const [value, server] of names.map((name) => name.split('@')))
      await sql`insert into contact_identities (company_id, kind, value, contact_id)
        values (${companyId}, ${server === 'lid' ? 'lid' : 'phone'}, ${value ?? ''}, ${id})`;
    return id;
  };
  const [person, another] = [account(newNumber()), account(newNumber())];
  await contact(another.number);
  // The first one is not on WhatsApp, and another connection has not been asked about the second one.
  const [unknown, partly] = [await contact('5511900000000'), await contact('5511900000009')];
  const known = await contact(person.number);
  // A session that was just linked knows no LID. Of this one WhatsApp knows the number without the ninth digit.
  const typed = newNumber();
  const old = account(typed.replace('55119', '5511'));
  await contact(typed, old.lidJid, typed);
  // Two that proved to be one person, known by the number of one and the LID of the other.
  const [first, second] = [account(newNumber()), account(newNumber())];
  await contact(first.number, second.lidJid, first.number, second.number);
  const [other] = await sql`
    insert into connections (company_id, name, desired) values (${companyId}, 'Outra', 'stopped') returning id`;
  await sql`insert into block_orders (company_id, connection_id, contact_id, blocked)
    values (${companyId}, ${other?.id}, ${partly}, true)`;
  const [told] = await sql`select max(seq) as seq from change_log where company_id = ${companyId}`;
  // One whose outcome cannot be written down waits, and the others have their turn.
  await sql.unsafe(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
    create trigger planted before update on contacts for each row when (old.id = ${unknown}) execute function refuse()`);
  sessions = await world.startSessions();
  await company.link();
  const due = async () =>
    (
      await sql`select contact_id::int as id from block_orders where state = 'due' and connection_id = ${connectionId}`
    ).map(({ id }) => id);
  await expect.poll(due, { timeout: 20_000 }).toEqual([unknown]);
  await sql`drop trigger planted on contacts`;
  await sql`update block_orders set at = now() where state = 'due' and connection_id = ${connectionId}`;
  await expect.poll(due, { timeout: 20_000 }).toEqual([]);
  const { blocked } = world.sandbox.world.numbered(company.phone);
  const all = [person, another, old, first, second].map(({ lidJid }) => lidJid);
  expect([...blocked].toSorted()).toEqual(all.toSorted());
  const rows =
    await sql`select id::int, blocked from contacts where id in (${known}, ${unknown}, ${partly}) order by id`;
  expect(rows).toEqual([
    { id: unknown, blocked: false },
    { id: partly, blocked: true },
    { id: known, blocked: true },
  ]);
  // Consoles hear of a refusal that changes nothing else: they show it.
  const news = await sql`select distinct row_id from change_log
    where company_id = ${companyId} and entity = 'contact' and seq > ${told?.seq} order by row_id`;
  expect(news.map(({ row_id }) => Number(row_id))).toEqual([unknown, partly].toSorted());

  // What WhatsApp has enough of, or fails at again and again, it is not asked for everybody.
  const again = (change = {}) =>
    sql`update block_orders set ${sql({ state: 'due', at: new Date(0), ...change })} where connection_id = ${connectionId}`;
  const askedUntilPutOff = async (code: number) => {
    let asked = 0;
    world.sandbox.world.iqFault = (iq) => {
      if (iq.attrs.xmlns !== 'blocklist') return undefined;
      asked++;
      return { code, text: 'trouble' };
    };
    await again({ blocked: false });
    const put = () =>
      sql`select from block_orders where state = 'due' and connection_id = ${connectionId} and at <= now()`;
    await expect.poll(async () => (await put()).count).toBe(0);
    return asked;
  };
  await sql`delete from block_orders where contact_id in (${unknown}, ${partly})`;
  expect([await askedUntilPutOff(429), await askedUntilPutOff(503)]).toEqual([1, 3]);
  world.sandbox.world.iqFault = () => undefined;
  expect(blocked.size).toBe(5);
  await again();
  await expect.poll(() => blocked.size).toBe(0);
}, 60_000);

it('a number is looked up on WhatsApp, and saved unchecked while no connection is up', async () => {
  const other = await world.addCompany();
  const api = await startApi({ route: async () => world.database.url });
  try {
    const sql = world.database.admin;
    const token = await api.signIn(other.ana);
    const create = (name: string, number: string) =>
      api.call(createContact, { body: { name, number }, token });
    const begin = (contactId: number) => ({
      body: { contactId, whatsappId: other.connectionId },
      token,
    });
    // WhatsApp knows this one without the ninth digit.
    const known = world.sandbox.world.account({ number: '551188881234', name: 'Antiga' });
    const early = await create('Cedo', '5511988881234');
    expect(early).toMatchObject({ number: '5511988881234', numberUnchecked: true });
    const nobody = await create('Ninguém', '5511900000001');

    await other.link();
    // A connection that has just come up answers nothing yet.
    let wrong = 5_511_900_000_100;
    const change = () => ({
      params: { contactId: nobody.id },
      body: { number: String(++wrong) },
      token,
    });
    await eventually(
      async () => (await api.send(updateContact, change())).json<{ error?: string }>().error,
      (error) => error === 'ERR_WAPP_INVALID_CONTACT',
    );
    await api.call(createTicket, begin(early.id));
    const [confirmed] = await sql`select number, number_unchecked as unchecked,
        (select value from contact_identities i where i.contact_id = c.id and kind = 'lid') as lid
      from contacts c where id = ${early.id}`;
    expect(confirmed).toEqual({ number: known.number, unchecked: false, lid: known.lidJid.split('@')[0] });
    await api.refused('ERR_WAPP_INVALID_CONTACT', createTicket, begin(nobody.id));

    const person = world.sandbox.world.account({ number: '5511977770001', name: 'Nova' });
    // Also inside of the one transaction that a repeatable request is.
    const call = { body: { name: 'Nova', number: '+55 11 7777-0001' }, token };
    const fresh = await api.call(createContact, { ...call, headers: { 'idempotency-key': 'once' } });
    expect(fresh).toMatchObject({ number: person.number, numberUnchecked: false });
    await api.refused('ERR_WAPP_INVALID_CONTACT', createContact, {
      body: { name: 'Engano', number: '5511900000002' },
      token,
    });
    await api.refused('ERR_WAPP_INVALID_CONTACT', updateContact, {
      params: { contactId: fresh.id },
      body: { number: '5511900000003' },
      token,
    });
    // Nothing is asked about a number that stays.
    await api.call(updateContact, {
      params: { contactId: fresh.id },
      body: { number: person.number, notes: 'vip' },
      token,
    });
  } finally {
    await api.stop();
  }
}, 60_000);

it('the picture of whoever writes is kept as a file of our own, and asked for once a day', async () => {
  const third = await world.addCompany();
  const sql = world.database.admin;
  const { commands } = world.sandbox;
  const number = newNumber();
  const person = world.sandbox.world.account({ number, name: 'Retratada' });
  const show = async (seed: string) => {
    const portrait = await portraitOf(seed);
    person.showPicture(portrait);
    return portrait;
  };
  const write = (text: string) => commands.send({ kind: 'text', text, from: number, to: third.phone });
  const picture = async () => {
    const [row] = await sql<{ url: string; path: string; id: string }[]>`
      select c.profile_pic_url as url, f.path, f.id from contacts c
      join media f on f.company_id = c.company_id and f.id = c.picture_id where c.number = ${number}`;
    return row;
  };
  const bytesOf = (path: string) => readFile(join(world.config.dataDir, 'media', path));
  const asked = () => world.sandbox.world.pictureQuestions;

  await third.link();
  const first = await show('1');
  await write('oi');
  const kept = await eventually(picture, (row) => row !== undefined, 15_000);
  expect(kept?.url).toBe(`/media/${kept?.id}`);
  expect(await bytesOf(kept?.path ?? '')).toEqual(first);
  const before = asked();

  const second = await show('2');
  await write('de novo');
  await sessions.stop();
  sessions = await world.startSessions();
  await third.connectionWith((row) => row.status === 'connected', 15_000);
  await write('no mesmo dia');
  await eventually(
    async () => (await sql`select from messages where body = 'no mesmo dia'`).count,
    (count) => count === 1,
  );
  expect(asked()).toBe(before);

  await sql`update picture_checks set at = now() - interval '25 hours'`;
  await sessions.stop();
  sessions = await world.startSessions();
  await write('no dia seguinte');
  const renewed = await eventually(picture, (row) => row !== undefined && row.id !== kept?.id, 15_000);
  expect(await bytesOf(renewed?.path ?? '')).toEqual(second);
  expect(await sql`select media_id from media_let_go`).toEqual([{ media_id: kept?.id }]);
}, 60_000);

it('the address book comes with the first linking, each person once', async () => {
  const fourth = await world.addCompany();
  const sql = world.database.admin;
  const [known, spare] = [newNumber(), newNumber()];
  const person = world.sandbox.world.account({ number: known, name: 'Ana do Celular' });
  world.sandbox.world.numbered(fourth.phone).history = {
    syncType: proto.HistorySync.HistorySyncType.INITIAL_BOOTSTRAP,
    conversations: [
      { id: person.lidJid, pnJid: person.pnJid, lidJid: person.lidJid, name: 'Tia Ana', messages: [] },
      { id: `${spare}@s.whatsapp.net`, messages: [] },
      { id: '120363000000000001@g.us', name: 'Família', messages: [] },
    ],
  };
  await fourth.link();
  const book = () => sql`
    select number, name, lid from phone_contacts where company_id = ${fourth.companyId} order by number`;
  expect(await eventually(book, ({ length }) => length === 2)).toEqual([
    { number: known, name: 'Tia Ana', lid: person.lidJid.split('@')[0] },
    { number: spare, name: '', lid: null },
  ]);
}, 60_000);
