import { readTicketEvent, type TicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import { formatPhone } from '@balcao/shared/phone/phone-format.ts';
import { beforeAll, expect, it } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { newNumber } from '../../test/phone-company.ts';
import { cloudPeople } from '../../test/services/whatsapp-cloud-people.ts';
import { company, linkAll, prepare, services, sql, world } from './testing/sides.ts';

/** Customers who have another number from one day to the next, on Meta's Cloud API and on a linked phone. */

prepare();
beforeAll(linkAll);

interface Known {
  id: number;
  name: string;
  number: string;
  names: string[];
}

const contacts = () => sql()<Known[]>`
  select c.id::int, c.name, c.number, array_agg(i.kind || ':' || right(i.value, 8) order by i.kind) as names
  from contacts c join contact_identities i on i.company_id = c.company_id and i.contact_id = c.id
  where c.company_id = ${company.companyId} group by c.id, c.name, c.number order by c.id`;
const nameOf = (kind: string, value: string) => `${kind}:${value.slice(-8)}`;
const known = (kind: string, value: string) =>
  eventually(
    async () => (await contacts()).find(({ names }) => names.includes(nameOf(kind, value))),
    (contact) => contact !== undefined,
  ).then((contact) => contact!);
const said = async (contactId: number) =>
  (
    await sql()<{ body: string; mediaType: string }[]>`
      select body, media_type as "mediaType" from messages
      where company_id = ${company.companyId} and contact_id = ${contactId} order by created_at, id`
  ).flatMap(({ body, mediaType }): (string | TicketEvent)[] => {
    const event = mediaType === 'event' ? readTicketEvent(body) : null;
    if (event === null) return [body];
    return event.kind.startsWith('moved') ? [event] : [];
  });
const heard = (contactId: number, text: string) =>
  eventually(
    () => said(contactId),
    (all) => all.includes(text),
  );

/** Somebody who is known here for a while, on the Cloud API. */
async function someone(name: string) {
  const customer = cloudPeople(services.url).customer(newNumber(), name);
  await customer.says(`oi, ${name}`);
  const contact = await known('phone', customer.who);
  await sql()`update contacts set created_at = created_at - interval '1 hour' where id = ${contact.id}`;
  return { ...customer, contact };
}

const A_MINUTE_AGO = () => String(Math.floor(Date.now() / 1_000) - 60);

/** Meta tells that this customer writes from elsewhere now. */
const tells = (
  { tell }: Pick<Awaited<ReturnType<typeof someone>>, 'tell'>,
  system: object,
  more: object = {},
) => tell({ message: { timestamp: A_MINUTE_AGO(), type: 'system', system, ...more } });

it('a contact goes on under the new number, and the old one is free for somebody new', async () => {
  const ana = await someone('Ana');
  const after = cloudPeople(services.url).customer(newNumber(), 'Ana');
  const moves = () => tells(ana, { type: 'user_changed_number', wa_id: after.who, body: 'Ana changed' });
  await moves();
  await after.says('agora é este');
  const moved = { kind: 'moved', from: formatPhone(ana.who), to: formatPhone(after.who) };
  expect(await heard(ana.contact.id, 'agora é este')).toEqual(['oi, Ana', moved, 'agora é este']);
  expect(await known('phone', after.who)).toMatchObject({
    id: ana.contact.id,
    number: after.who,
    names: [nameOf('phone', after.who)],
  });
  await moves();
  const stranger = cloudPeople(services.url).customer(ana.who, 'Bia');
  await stranger.says('comprei este chip');
  const bia = await known('phone', ana.who);
  expect(bia.id).not.toBe(ana.contact.id);
  await moves();
  await after.says('ainda eu');
  await heard(ana.contact.id, 'ainda eu');
  expect(await known('phone', ana.who)).toMatchObject({ id: bia.id, name: 'Bia' });
  expect((await said(ana.contact.id)).filter((one) => typeof one !== 'string')).toEqual([moved]);
});

it('a number that is somebody else’s here is offered, and nothing is mixed', async () => {
  const [caio, duda] = [await someone('Caio'), await someone('Duda')];
  for (let round = 0; round < 2; round += 1)
    await tells(caio, { type: 'user_changed_number', new_wa_id: duda.who });
  await duda.says('e aí?');
  await heard(duda.contact.id, 'e aí?');
  const numbers = { from: formatPhone(caio.who), to: formatPhone(duda.who) };
  expect(await said(caio.contact.id)).toEqual([
    'oi, Caio',
    { kind: 'movedToOther', ...numbers, name: 'Duda' },
  ]);
  expect(await said(duda.contact.id)).toEqual([
    'oi, Duda',
    { kind: 'movedHere', ...numbers, name: 'Caio' },
    'e aí?',
  ]);
  expect((await contacts()).filter(({ name }) => name === 'Caio' || name === 'Duda')).toMatchObject([
    { names: [nameOf('phone', caio.who)] },
    { names: [nameOf('phone', duda.who)] },
  ]);
  expect(
    await sql()`select from contact_links where contact_id in (${caio.contact.id}, ${duda.contact.id})`,
  ).toHaveLength(0);
});

it('who hides the number goes on under another name of Meta’s', async () => {
  const eva = cloudPeople(services.url).customer(newNumber(), 'Eva');
  const hidden = { from: null };
  const writes = (from_user_id: string, body: string) =>
    eva.tell({ message: { ...hidden, from_user_id, type: 'text', text: { body } } });
  await writes('BR.10000001', 'oi');
  const contact = await known('whatsapp_user', 'BR.10000001');
  await tells(
    eva,
    { type: 'user_changed_user_id', previous_user_id: 'BR.10000001', user_id: 'BR.20000002' },
    { ...hidden, from_user_id: 'BR.20000002', timestamp: String(Math.floor(Date.now() / 1_000)) },
  );
  await writes('BR.20000002', 'voltei');
  expect(await heard(contact.id, 'voltei')).toEqual(['oi', 'voltei']);
  expect((await known('whatsapp_user', 'BR.20000002')).names).toHaveLength(1);
});

it('on a linked phone the number changes with its LID, and what is said goes to the new one', async () => {
  const { commands } = world.sandbox;
  const [before, after] = [newNumber(), newNumber()];
  for (const number of [before, after]) await commands.createPhone({ number, name: 'Flora' });
  const says = (from: string, text: string) => commands.send({ kind: 'text', from, to: company.phone, text });
  await says(before, 'oi, Flora');
  const contact = await known('phone', before);
  await sql()`update contacts set created_at = created_at - interval '1 hour' where id = ${contact.id}`;
  for (let round = 0; round < 2; round += 1) await commands.changeNumber({ number: before, to: after });
  await known('phone', after);
  await says(after, 'mudei');
  const moved = { kind: 'moved', from: formatPhone(before), to: formatPhone(after) };
  expect(await heard(contact.id, 'mudei')).toEqual(['oi, Flora', moved, 'mudei']);
  const now = await known('phone', after);
  expect(now).toMatchObject({ id: contact.id, number: after });
  expect(now.names.filter((name) => name.startsWith('lid:'))).toHaveLength(1);
  await sql()`insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, read, created_at)
    select company_id, ${crypto.randomUUID()}, id, contact_id, connection_id, true, 'anotado', 'queued', true, now()
    from tickets where contact_id = ${contact.id}`;
  await commands.waitForMessage({ number: after, kind: 'text', text: 'anotado' });
});
