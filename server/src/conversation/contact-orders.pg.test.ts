import { createContact, updateContact } from '@balcao/shared/api/contacts.ts';
import { createTicket } from '@balcao/shared/api/tickets.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi } from '../../test/api.ts';
import { createWhatsAppWorld, newNumber, type WhatsAppWorld } from '../../test/whatsapp.ts';

let world: WhatsAppWorld;
beforeAll(async () => {
  world = await createWhatsAppWorld();
});
afterAll(() => world.stop());

it('a block waits for its connection, and what WhatsApp refuses is undone', async () => {
  const { companyId, connectionId } = world.company;
  const sql = world.database.admin;
  const number = newNumber();
  const person = world.sandbox.world.account({ number, name: 'Insistente' });
  const contact = async (phone: string) => {
    const [made] = await sql<{ id: string }[]>`
      insert into contacts (company_id, name, number, blocked) values (${companyId}, 'x', ${phone}, true) returning id`;
    const id = Number(made?.id);
    await sql`insert into block_orders (company_id, connection_id, contact_id, blocked)
      values (${companyId}, ${connectionId}, ${id}, true)`;
    return id;
  };
  // The second one is not on WhatsApp.
  const [known, unknown] = [await contact(number), await contact('5511900000000')];
  await world.start();
  await world.link();
  await expect.poll(async () => (await sql`select from block_orders`).count, { timeout: 20_000 }).toBe(0);
  expect([...world.sandbox.world.numbered(world.shop).blocked]).toEqual([person.lidJid]);
  const rows =
    await sql`select id::int, blocked from contacts where id in (${known}, ${unknown}) order by id`;
  expect(rows).toEqual([
    { id: known, blocked: true },
    { id: unknown, blocked: false },
  ]);
}, 60_000);

it('a number is looked up on WhatsApp, and saved unchecked while no connection is up', async () => {
  const other = await world.join();
  const api = await startApi({ route: async () => world.database.url });
  try {
    const sql = world.database.admin;
    const token = await api.signIn(other.company.ana);
    const create = (name: string, number: string) =>
      api.call(createContact, { body: { name, number }, token });
    const begin = (contactId: number) => ({
      body: { contactId, whatsappId: other.company.connectionId },
      token,
    });
    // WhatsApp knows this one without the ninth digit.
    const known = world.sandbox.world.account({ number: '551188881234', name: 'Antiga' });
    const early = await create('Cedo', '5511988881234');
    expect(early).toMatchObject({ number: '5511988881234', numberUnchecked: true });
    const nobody = await create('Ninguém', '5511900000001');

    await other.link();
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
