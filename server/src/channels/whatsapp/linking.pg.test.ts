import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { eventually } from '../../../test/eventually.ts';
import { newNumber, type PhoneCompany } from '../../../test/phone-company.ts';
import { type LocalWorld, startWorld } from '../../../test/world.ts';

/** Linking by a code instead of a QR code, and what the phone then tells of the past. */
let world: LocalWorld;
let company: PhoneCompany;

beforeAll(async () => {
  world = await startWorld({ database: createTestDatabase() });
  company = await world.addCompany();
  await world.startSessions();
});
afterAll(() => world.stop());

const DAY_S = 86_400;

async function offeredCode(): Promise<string> {
  const row = await eventually(
    async () => (await world.database.admin`select status, pairing_code from connections`)[0],
    (found) => found?.pairing_code != null,
  );
  expect(row?.status).toBe('qrcode');
  return row?.pairing_code;
}

it('offers another code after one that nobody typed, and takes over the past from the day that was asked for', async () => {
  const { admin } = world.database;
  const { commands, world: phones } = world.sandbox;
  const rosa = newNumber();
  await commands.createPhone({ number: rosa, name: 'Rosa' });
  const [hers, ours] = [phones.numbered(rosa), phones.numbered(company.phone)];
  const now = Math.floor(Date.now() / 1000);
  await hers.text(ours, 'há muito tempo', { timestamp: now - 40 * DAY_S });
  await hers.text(ours, 'vocês abrem domingo?', { timestamp: now - 2 * DAY_S });
  await ours.text(hers, 'sim, até as 14h', { timestamp: now - 2 * DAY_S + 60 });
  await commands.configure({ number: company.phone, history: 'full' });
  await admin`update connections set import_since = current_date - 30, pairing_number = ${company.phone}`;

  await company.request({ desired: 'running' });
  const first = await offeredCode();
  await company.request({ desired: 'stopped' });
  await company.connectionWith((row) => row.status === 'DISCONNECTED');
  expect((await admin`select pairing_code from connections`)[0]?.pairing_code).toBeNull();
  await company.request({ desired: 'running' });
  const second = await offeredCode();
  expect(second).not.toBe(first);
  // The network breaks while the code is typed: WhatsApp has forgotten that code.
  const [pairing] = await eventually(
    async () => [...phones.codePairings.values()],
    (all) => all.length > 0,
  );
  pairing?.conn.cut();
  await eventually(offeredCode, (code) => code !== second);
  const third = await offeredCode();
  // The code is shown at the moment it is sent to WhatsApp.
  await eventually(
    () => commands.enterPairingCode({ number: company.phone, code: third }).then(Boolean, () => false),
    Boolean,
  );
  await company.connectionWith((row) => row.status === 'connected', 15_000);

  const said = () => admin`
    select m.body, m.from_me, m.read, m.ack, t.status, t.unread_messages, t.last_message, c.name
    from messages m join tickets t on t.id = m.ticket_id join contacts c on c.id = m.contact_id
    order by m.created_at`;
  const rows = await eventually(said, (found) => found.length === 2 && found[1]?.ack === 3);
  const ticket = {
    status: 'closed',
    unread_messages: 0,
    last_message: 'sim, até as 14h',
    name: 'Rosa',
    read: true,
  };
  expect([...rows]).toEqual([
    { ...ticket, body: 'vocês abrem domingo?', from_me: false, ack: 1 },
    { ...ticket, body: 'sim, até as 14h', from_me: true, ack: 3 },
  ]);
  expect(await admin`select 1 from ticket_tracking`).toHaveLength(0);
  await eventually(
    () => admin`select details from connection_events where kind = 'imported'`,
    ([event]) => event?.details.messages === 2,
  );

  await commands.send({ from: rosa, to: company.phone, kind: 'text', text: 'e hoje?' });
  const tickets = await eventually(
    () => admin`select status, unread_messages from tickets order by id`,
    (found) => found.length === 2,
  );
  expect([...tickets]).toEqual([
    { status: 'closed', unread_messages: 0 },
    { status: 'pending', unread_messages: 1 },
  ]);
});
