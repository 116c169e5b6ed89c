import { afterAll, beforeAll, expect, it } from 'vitest';
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
