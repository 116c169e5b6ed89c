import { deleteContact } from '@balcao/shared/features/contacts/calls.ts';
import { getDashboardSources } from '@balcao/shared/features/dashboard/calls.ts';
import { listMessages } from '@balcao/shared/features/messages/calls.ts';
import { createTag, syncTags } from '@balcao/shared/features/tags/calls.ts';
import { listTickets, updateTicket } from '@balcao/shared/features/tickets/calls.ts';
import { beforeAll, expect, it } from 'vitest';
import { AD_PICTURE } from '../../sandbox/phones/ad-picture.ts';
import { eventually } from '../../test/eventually.ts';
import { createCompany } from '../../test/fixtures.ts';
import { newNumber } from '../../test/phone-company.ts';
import { telegramPeople } from '../../test/services/telegram-people.ts';
import { cloudPeople } from '../../test/services/whatsapp-cloud-people.ts';
import { admin, api, company, linkAll, prepare, services, sql, world } from './testing/sides.ts';

prepare();
beforeAll(linkAll);

const CAKE = {
  kind: 'ad',
  sourceId: '120226305854810726',
  title: 'Bolo de festa',
  app: 'instagram',
} as const;
const CAKE_SOURCE = `ad:${CAKE.sourceId}`;

/** What is stored of a person's conversation, as programs outside are told it too. */
async function stored(name: string, count = 1) {
  const rows = () => sql()<
    { ticketId: number; contactId: number; body: string; message: object; ticket: object; told: object }[]
  >`
    select t.id::int as "ticketId", c.id::int as "contactId", m.body, m.referral as message, t.referral as ticket,
      webhook_about(m) as told
    from messages m
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    where c.name = ${name} and m.state = 'received' order by m.created_at, m.id`;
  return eventually(rows, ({ length }) => length === count);
}

async function tapsAd(name: string, sample: 'ad' | 'adClick') {
  const number = newNumber();
  const { commands } = world.sandbox;
  await commands.createPhone({ number, name });
  await commands.send({ from: number, to: company.phone, kind: 'sample', name: sample });
  const [row] = await stored(name);
  if (!row) throw new Error('unreachable');
  return row;
}

const cloudCustomer = (name: string) => cloudPeople(services.url).customer(newNumber(), name);
const AD = {
  source_type: 'ad',
  source_id: '77',
  source_url: 'https://fb.me/x',
  headline: 'Café',
  body: 'Prove',
};
const comesBy = (referral: object, more: object = { type: 'text', text: { body: 'Oi' } }) => ({
  message: { ...more, referral },
});

const found = async (sources: string[], token = admin) =>
  (
    await api.call(listTickets, {
      query: { showAll: 'true', sources: JSON.stringify(sources) } as never,
      token,
    })
  ).tickets.map(({ id }) => id);

it('is kept with the message and its ticket, and told to lists, programs and webhooks', async () => {
  const { ticketId, ...row } = await tapsAd('Rita', 'ad');
  expect(row.body).toBe('Olá! Quero encomendar o bolo de festa.');
  const { picture, text, ...first } = row.message as { picture: string; text: string };
  expect([picture, text]).toEqual([AD_PICTURE.toString('base64'), expect.stringContaining('Encomende')]);
  expect(first).toMatchObject({ ...CAKE, clickId: 'ARAkLkA8rmlFeiCktEJQ', entryPoint: 'ctwa_ad' });
  expect(row.ticket).toEqual({ ...first, source: CAKE_SOURCE });
  expect(row.told).toMatchObject({
    message: { referral: { ...first, text } },
    ticket: { referral: row.ticket },
  });
  expect(row.told).not.toHaveProperty('message.referral.picture');

  const { messages } = await api.call(listMessages, { params: { ticketId }, query: {}, token: admin });
  expect(messages.map(({ referral }) => referral)).toContainEqual(row.message);
  expect([
    await found([CAKE_SOURCE]),
    await found(['ad']),
    await found(['link']),
    await found(['ad:0']),
  ]).toEqual([[ticketId], [ticketId], [], []]);
  await api.refused('ERR_VALIDATION', listTickets, { query: { sources: '["x"]' } as never, token: admin });
});

it('is a message also when nothing was written', async () => {
  const phone = await tapsAd('Davi', 'adClick');
  expect(phone).toMatchObject({
    body: '',
    ticket: { source: CAKE_SOURCE },
    told: { message: { card: { kind: 'arrival' } } },
  });
  const lia = cloudCustomer('Lia');
  // Whoever only opens the chat waits to be welcomed as well, and nothing led there.
  await lia.tell({ message: { type: 'request_welcome' } });
  await lia.tell(comesBy(AD, { type: 'request_welcome' }));
  const opened = await stored('Lia', 2);
  expect(opened.map(({ message }) => message)).toMatchObject([null, { sourceId: '77' }]);
  for (const row of opened)
    expect(row).toMatchObject({
      body: '',
      ticket: { source: 'ad:77', title: 'Café' },
      told: { message: { card: { kind: 'arrival' } } },
    });
});

it('is the first one of a ticket, in whichever order they come', async () => {
  const nina = cloudCustomer('Nina');
  await nina.tell(comesBy(AD));
  await nina.tell(comesBy({ ...AD, source_id: '78' }));
  const [one, other] = await stored('Nina', 2);
  expect([one?.message, other?.message]).toMatchObject([{ sourceId: '77' }, { sourceId: '78' }]);
  expect(other?.ticket).toMatchObject({ sourceId: '77' });
  const timestamp = String(Math.floor(Date.now() / 1_000) - 3_600);
  await nina.tell(comesBy({ ...AD, source_id: '79' }, { type: 'text', text: { body: 'Oi' }, timestamp }));
  const [earliest] = await stored('Nina', 3);
  expect(earliest).toMatchObject({ message: { sourceId: '79' }, ticket: { sourceId: '79' } });
});

it('is kept once, though the phone tells it beside everything in the first hour', async () => {
  const number = newNumber();
  const { commands } = world.sandbox;
  await commands.createPhone({ number, name: 'Ivo' });
  for (const name of ['qrCode', 'qrCode', 'catalogue'] as const)
    await commands.send({ from: number, to: company.phone, kind: 'sample', name });
  expect((await stored('Ivo', 3)).map(({ message }) => message)).toMatchObject([
    { kind: 'qrCode' },
    null,
    { kind: 'catalogue' },
  ]);
});

it('is bounded, and leads to no page that runs here', async () => {
  const long = 'a'.repeat(50_000);
  await cloudCustomer('Caio').tell(
    comesBy({
      ...AD,
      source_url: 'javascript:alert(1)',
      headline: `${long}\0`,
      source_id: long,
      ctwa_clid: long,
      body: 7,
    }),
  );
  const [row] = await stored('Caio');
  expect(row?.message).toMatchObject({
    url: null,
    title: 'a'.repeat(300),
    sourceId: '',
    clickId: '',
    text: '',
  });
});

it('is the word of a link to a bot', async () => {
  const people = telegramPeople(services.url);
  await people.customer(41_900_001, 'Bia').says('/start promo-maio');
  await people.customer(41_900_002, 'Teo').says('/start');
  const [[bia], [teo]] = await Promise.all([stored('Bia'), stored('Teo')]);
  expect([bia?.ticket, teo?.ticket]).toMatchObject([
    { kind: 'link', source: 'link:promo-maio', app: 'telegram' },
    null,
  ]);
  expect(await found(['link:promo-maio', 'post'])).toEqual([bia?.ticketId]);
});

it('counts by source what became of the conversations, for this company alone', async () => {
  const days = { days: '1' };
  const cake = async () =>
    (await api.call(getDashboardSources, { query: days, token: admin })).find(
      ({ source }) => source === CAKE_SOURCE,
    );
  expect(await cake()).toEqual({
    ...CAKE,
    source: CAKE_SOURCE,
    count: 2,
    answered: 0,
    tagged: 0,
    finished: 0,
  });
  const [ticketId = 0] = await found([CAKE_SOURCE]);
  const tag = await api.call(createTag, { body: { name: 'Vendido', color: '#228844' }, token: admin });
  await api.call(syncTags, { body: { ticketId, tags: [tag.id] }, token: admin });
  await api.call(updateTicket, { params: { ticketId }, body: { status: 'closed' }, token: admin });
  await sql()`update ticket_tracking set asked_at = created_at, answered_at = now() where ticket_id = ${ticketId}`;
  expect(await cake()).toMatchObject({ count: 2, answered: 1, tagged: 1, finished: 1 });

  const stranger = await createCompany(api.admin, 'Outra loja');
  const token = await api.signIn(stranger.admin);
  expect([await found(['ad'], token), await api.call(getDashboardSources, { query: days, token })]).toEqual([
    [],
    [],
  ]);
  await api.refused('ERR_NO_PERMISSION', getDashboardSources, {
    query: days,
    token: await api.signIn(stranger.ana),
  });
});

it('goes with the contact', async () => {
  const rows = () => sql()`
    select referral from messages where referral ->> 'title' = 'Café'
    union all select referral from tickets where referral ->> 'title' = 'Café'`;
  expect((await rows()).length).toBeGreaterThan(0);
  for (const name of ['Lia', 'Nina']) {
    const [row] = await sql()<{ id: number }[]>`select id::int from contacts where name = ${name}`;
    await api.call(deleteContact, { params: { contactId: String(row?.id) as never }, token: admin });
  }
  expect(await rows()).toEqual([]);
});
