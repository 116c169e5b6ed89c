import { createHash, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ConnectionKind, featuresOf } from '@balcao/shared/features/connections/channel.ts';
import { blockContact } from '@balcao/shared/features/contacts/calls.ts';
import { exportContacts } from '@balcao/shared/features/contacts/imports.ts';
import { sendMessage } from '@balcao/shared/features/messages/calls.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { newNumber } from '../../test/phone-company.ts';
import { PICTURE } from '../../test/picture.ts';
import { sampleOf } from '../../test/sample.ts';
import { cloudPeople } from '../../test/services/whatsapp-cloud-people.ts';
import {
  admin,
  api,
  company,
  conversation,
  hold,
  hub,
  letGo,
  linkAll,
  linked,
  mail,
  prepare,
  type Row,
  type Side,
  services,
  sql,
  telegram,
  web,
  world,
} from './testing/sides.ts';

/** What every kind of channel must do, whoever is behind it: the network in a box, or a stand-in of its protocol. */

prepare({ mail: true });
beforeAll(linkAll);

const whatsapp: Side = {
  connectionId: () => company.connectionId,
  identity: 'phone',
  emoji: '🙏',
  can: featuresOf({ kind: 'whatsapp', channel: 'whatsapp' }),
  tellsTime: false,
  async customer(name) {
    const who = newNumber();
    const { commands } = world.sandbox;
    await commands.createPhone({ number: who, name });
    const at = { from: who, to: company.phone };
    const mine = async () =>
      (await commands.ledger({ number: who })).filter(({ from }) => from === company.phone);
    return {
      who,
      // Its phones tell the time by themselves.
      says: async (text, { agoS: _agoS, ...more } = {}) =>
        (await commands.send({ ...at, kind: 'text', text, ...more })).id,
      sendsPicture: async (picture = PICTURE) =>
        (await commands.send({ ...at, kind: 'image', text: 'veja', fileBase64: picture.toString('base64') }))
          .id,
      edits: async (target, text) => void (await commands.send({ ...at, kind: 'edit', target, text })),
      reacts: async (target, text) => void (await commands.send({ ...at, kind: 'reaction', target, text })),
      has: async () => (await mine()).flatMap(({ kind, text }) => (kind === 'text' && text ? [text] : [])),
      pictures: async () => (await mine()).filter(({ kind }) => kind === 'image').length,
    };
  },
};

const cloud: Side = {
  connectionId: () => linked.cloudId,
  identity: 'phone',
  emoji: '🙏',
  can: featuresOf({ kind: 'whatsapp_cloud', channel: 'whatsapp' }),
  tellsTime: true,
  customer: async (name) => cloudPeople(services.url).customer(newNumber(), name),
};

const SIDES = { whatsapp, whatsapp_cloud: cloud, telegram, hub, mail, web } as const satisfies Record<
  ConnectionKind,
  Side
>;

async function storePicture(): Promise<string> {
  const id = randomUUID();
  const path = `${company.companyId}/aa/${createHash('sha1').update(id).digest('hex')}`;
  const file = join(world.config.dataDir, 'media', path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, PICTURE);
  await sql()`insert into media (company_id, id, state, mime, name, size, path)
    values (${company.companyId}, ${id}, 'stored', 'image/png', 'preco.png', ${PICTURE.length}, ${path})`;
  return id;
}

describe.concurrent.each(Object.entries(SIDES))('%s', (_kind, side) => {
  it('what a customer does arrives once, in order, with its file, and changes what it names', async () => {
    const ana = await side.customer('Ana');
    const first = await ana.says('oi');
    const chat = await conversation(side, ana.who);
    const answer = await chat.queue('bom dia', { quoted_id: (await chat.rows())[0]?.id });
    const sent = await chat.settled(answer);
    expect(sent).toMatchObject({ state: 'sent', error_code: null });
    expect(await ana.has()).toEqual(['bom dia']);

    await ana.says('respondendo', { quote: sent?.wa_id ?? '' });
    await ana.sendsPicture();
    if (side.can.edit) await ana.edits(first, 'oi, tudo bem?');
    if (side.emoji) await ana.reacts(sent?.wa_id ?? '', side.emoji);
    const all = await eventually(
      chat.rows,
      (rows) =>
        rows.some(({ media_state }) => media_state === 'stored') &&
        (!side.emoji || rows.some(({ reactions }) => reactions.length > 0)),
    );
    const came = all.filter(({ state }) => state === 'received').map(({ wa_id }) => wa_id);
    expect(came[0]).toBe(first);
    expect(new Set(came).size).toBe(came.length);
    if (side.can.edit)
      expect(all.find(({ body }) => body === 'oi, tudo bem?')).toMatchObject({
        is_edited: true,
        wa_id: first,
      });
    if (side.emoji)
      expect(all.find(({ id }) => id === answer)?.reactions).toMatchObject([{ emoji: side.emoji }]);
    if (side.can.quote) expect(all.find(({ body }) => body === 'respondendo')?.quoted_id).toBe(answer);
    // A file of a mail stands beside its words.
    const withFile = all.find(({ body, media_state }) => (side === mail ? media_state : body === 'veja'));
    expect(withFile?.media_state).toBe('stored');
  });

  it('what we say arrives once, with its file, and is changed and taken back', async () => {
    const bia = await side.customer('Bia');
    await bia.says('oi');
    const chat = await conversation(side, bia.who);
    const wrong = await chat.queue('custa 10');
    const gone = await chat.queue('engano');
    const picture = await chat.queue('tabela', { media_type: 'image', media_id: await storePicture() });
    for (const id of [wrong, gone, picture]) expect((await chat.settled(id))?.state).toBe('sent');
    expect(await bia.pictures()).toBe(1);
    if (!side.can.edit) return;
    await chat.change(wrong, 'edit', 'custa 12');
    await chat.change(gone, 'delete', '');
    const changed = () =>
      sql()`select from outgoing_changes where message_id in (${wrong}, ${gone}) and state = 'sent'`;
    await eventually(changed, ({ count }) => count === 2, 30_000);
    if (side === telegram) expect(await bia.has()).toEqual(['custa 12']);
  });

  it('what comes late, or is larger than we keep, holds up nobody', async () => {
    const lia = await side.customer('Lia');
    await lia.says('primeira');
    const chat = await conversation(side, lia.who);
    const huge = await lia.sendsPicture(Buffer.concat([PICTURE, Buffer.alloc(1024 * 1024)]));
    await lia.says('última');
    await eventually(chat.rows, (rows) => rows.some(({ body }) => body === 'última'));
    await lia.says('atrasada', { agoS: 3_600 });
    const isWhole = (rows: Row[]) =>
      rows.some(({ body }) => body === 'atrasada') &&
      // A visitor's file is refused at the door.
      (side === web || rows.some(({ wa_id, media_state }) => wa_id === huge && media_state === 'failed'));
    const rows = await eventually(chat.rows, isWhole, 60_000);
    const said = rows.map(({ body }) => body).filter((body) => body !== 'veja' && body !== '');
    expect(said).toEqual(
      side.tellsTime ? ['atrasada', 'primeira', 'última'] : ['primeira', 'última', 'atrasada'],
    );
    // The list shows what was said last, however late another one comes.
    const [ticket] = await sql()`select last_message from tickets where id = ${chat.id}`;
    expect(ticket?.last_message).toBe(`${side === mail ? '✉\uFE0E ' : ''}${said.at(-1)}`);
  });
});

/** A process that runs sessions dies at a step of what happens meanwhile. */
async function dies(step: string, meanwhile: () => Promise<unknown>): Promise<void> {
  const worker = world.startWorker({ env: { BALCAO_FAILPOINT: `${step}:1` } });
  // What was left to it may lead it there before it says that it is ready.
  await worker.ready.catch(() => {});
  await meanwhile();
  expect(await worker.ended).toBe('SIGKILL');
  await world.killWorker(worker);
}

const DYING = sampleOf(Object.entries(SIDES), 2, 'channels at which a process dies', ([kind]) => kind);
describe.each(DYING)('%s', (_kind, side) => {
  beforeAll(letGo);

  it('a process that dies before or after a send, or at a message, loses nothing, and doubles nothing', async () => {
    const caio = await side.customer('Caio');
    await dies('receive.committed', () => caio.says('oi'));
    // The next one goes on where that one has ended, and dies at what it is given beside.
    const says = async (body: string) => (await conversation(side, caio.who)).queue(body);
    await dies('send.stored', () => says('resposta'));
    await dies('send.accepted', () => says('outra'));
    await hold();
    const chat = await conversation(side, caio.who);
    await caio.says('ainda aí?');
    const rows = await eventually(
      chat.rows,
      (all) =>
        all.some(({ body }) => body === 'ainda aí?') &&
        all.every(({ state }) => state !== 'queued' && state !== 'sending'),
      20_000,
    );
    expect(rows.filter(({ body }) => body === 'oi')).toHaveLength(1);
    const has = await caio.has();
    for (const text of ['resposta', 'outra']) {
      const said = rows.find(({ body }) => body === text);
      const { length } = has.filter((one) => one === text);
      // Where the messenger chooses the ids nobody sends again what may have arrived.
      const isUncertain = side !== whatsapp && side !== mail && side !== web;
      expect([text, said?.state, said?.error_code]).toEqual(
        isUncertain ? [text, 'failed', 'ERR_SEND_UNCERTAIN'] : [text, 'sent', null],
      );
      expect([text, length]).toEqual([text, isUncertain && text === 'resposta' ? 0 : 1]);
    }
  });
});

it('a process that dies before a mail is seen or counts as read, or at the copy of a sent one, loses and doubles nothing', async () => {
  await letGo();
  const rita = await mail.customer('Rita');
  await dies('mail.stored', () => rita.sendsPicture());
  await dies('mail.seen', () => rita.says('segunda'));
  await dies('mail.copied', async () => (await conversation(mail, rita.who)).queue('resposta'));
  await hold();
  const chat = await conversation(mail, rita.who);
  await rita.says('fim');
  const rows = await eventually(
    chat.rows,
    (all) =>
      all.some(({ body }) => body === 'fim') &&
      all.every(
        ({ state, media_state }) => state !== 'queued' && state !== 'sending' && media_state !== 'pending',
      ),
    30_000,
  );
  const said = rows.map(({ body, state, media_state }) => [body, state, media_state]);
  expect(said.filter(([body]) => body !== 'resposta')).toEqual([
    ['veja', 'received', null],
    [expect.any(String), 'received', 'stored'],
    ['segunda', 'received', null],
    ['fim', 'received', null],
  ]);
  expect(said.filter(([body]) => body === 'resposta')).toEqual([['resposta', 'sent', null]]);
  expect(await rita.has()).toEqual(['resposta']);
});

it('a messenger with hours for answers is written to within them only, whoever writes', async () => {
  await hold();
  const ivo = await hub.customer('Ivo');
  await ivo.says('oi');
  const chat = await conversation(hub, ivo.who);
  const { companyId } = company;
  const [accepted] = await sql()<{ userId: number }[]>`
    update tickets set status = 'open', user_id = (select min(id) from users where company_id = ${companyId})
    where company_id = ${companyId} and id = ${chat.id} returning user_id::int as "userId"`;
  expect(accepted).toBeDefined();
  const wroteAgo = (hours: number) => sql()`
    update tickets set customer_wrote_at = now() - ${hours} * interval '1 hour'
    where company_id = ${companyId} and id = ${chat.id}`;
  const say = { params: { ticketId: chat.id }, body: { body: 'Ainda posso ajudar?' }, token: admin };
  await wroteAgo(23);
  const { id } = await api.call(sendMessage, say);
  expect((await chat.settled(id))?.state).toBe('sent');
  await wroteAgo(25);
  await api.refused('ERR_OUTSIDE_SERVICE_WINDOW', sendMessage, say);
  // What waited for its connection too long does not leave either.
  expect((await chat.settled(await chat.queue('atrasada')))?.error_code).toBe('ERR_OUTSIDE_SERVICE_WINDOW');
  expect(await ivo.has()).toEqual(['Ainda posso ajudar?']);
  await ivo.says('voltei');
  await eventually(chat.rows, (rows) => rows.some(({ body }) => body === 'voltei'));
  await api.call(sendMessage, { ...say, body: { body: 'Que bom!' } });
});

it('a contact without a number or an e-mail is in no file, and cannot be blocked', async () => {
  const [contact] = await sql()<{ id: number; number: string; name: string }[]>`
    select c.id::int, c.number, c.name from contacts c join contact_identities i on i.contact_id = c.id
    where i.kind = 'telegram' and c.name = 'Ana'`;
  expect(contact).toMatchObject({ number: '' });
  expect(featuresOf({ kind: 'telegram', channel: 'telegram' }).blocks).toBe(false);
  await api.refused('ERR_CHANNEL_CANNOT', blockContact, {
    params: { contactId: contact?.id ?? 0 },
    body: { blocked: true },
    token: admin,
  });
  const { body } = await api.send(exportContacts, { query: {}, token: admin });
  const names = body.split('\n').map((line) => line.split(/[,;]/)[0]);
  // She of each WhatsApp and she of e-mail, and not she of Telegram.
  expect(names.filter((name) => name === 'Ana')).toHaveLength(3);
});
