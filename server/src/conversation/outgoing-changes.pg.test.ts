import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { DELETED_LINE } from '@balcao/shared/features/messages/preview.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { eventually } from '../../test/eventually.ts';
import { newNumber, type PhoneCompany } from '../../test/phone-company.ts';
import { PICTURE } from '../../test/picture.ts';
import { type LocalWorld, startWorld } from '../../test/world.ts';
import { findInfo } from '../modules/messages/message-changes.repo.ts';
import { createMessageChanges, type MessageChanges } from '../modules/messages/message-changes.service.ts';
import { createMessagesService, type MessagesService } from '../modules/messages/messages.service.ts';
import { createTicketsService } from '../modules/tickets/tickets.service.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';

/** What agents do to messages, as the customer's phone sees it. */
describe('edits, deletions, reactions and forwards that go out', () => {
  let world: LocalWorld;
  let company: PhoneCompany;
  let db: Database;
  let actor: Actor;
  let messages: MessagesService;
  let changes: MessageChanges;
  /** How far the server's clock is ahead. */
  let later = 0;

  beforeAll(async () => {
    world = await startWorld({ database: createTestDatabase() });
    company = await world.addCompany();
    await world.startSessions();
    await company.link();
    db = openDatabase({
      url: world.database.url,
      name: 'agents',
      poolSize: 2,
      // A hint for the session's process, as the API gives it.
      onCommit: (companyId) =>
        void world.database.admin.notify('balcao', JSON.stringify({ from: 'test', dirty: [companyId] })),
    });
    const clock = () => new Date(Date.now() + later);
    messages = createMessagesService({ clock, tickets: createTicketsService({ clock }) });
    changes = createMessageChanges({ clock });
    const { companyId, ana } = company;
    actor = { companyId, userId: ana.id, profile: 'admin', super: false, allTicket: true, queueIds: [] };
  });
  afterAll(async () => {
    await db.close();
    await world.stop();
  });

  const admin = () => world.database.admin;
  const write = <T>(work: (tx: Parameters<Parameters<Database['withCompany']>[1]>[0]) => Promise<T>) =>
    db.withCompany(actor.companyId, work);

  /** What came from us, in order. */
  const heardBy = async (number: string) =>
    (await world.sandbox.commands.ledger({ number }))
      .filter(({ from }) => from === company.phone)
      .map(({ kind, text, target }) => [kind, text ?? '', target ?? '']);

  /** A customer whom nobody has answered yet. */
  async function waits(name: string) {
    const number = newNumber();
    const { commands } = world.sandbox;
    await commands.createPhone({ number, name });
    const { id: waId } = await commands.send({ kind: 'text', from: number, to: company.phone, text: 'oi' });
    const [first] = await eventually(
      () => admin()`select id, ticket_id, contact_id from messages where wa_id = ${waId}`,
      (rows) => rows.length === 1,
    );
    const [ticketId, contactId] = [Number(first?.ticket_id), Number(first?.contact_id)];
    return { number, ticketId, contactId, first: { id: String(first?.id), waId } };
  }

  /** A customer whom Ana serves. */
  async function served(name: string) {
    const customer = await waits(name);
    const { number, ticketId } = customer;
    await admin()`update tickets set status = 'open', user_id = ${actor.userId} where id = ${ticketId}`;
    const base = { ticketId, mediaId: null, quotedMsgId: null };
    return {
      ...customer,
      /** What the list says. */
      line: async () =>
        (await admin()`select last_message from tickets where id = ${ticketId}`)[0]?.last_message,
      async answer(body: string): Promise<string> {
        const id = await write((tx) => messages.send(tx, actor, { ...base, id: uuidv7(), body }));
        await sent(id);
        return id;
      },
      heard: () => heardBy(number),
    };
  }
  const row = async (id: string) =>
    (
      await admin()`select wa_id, state, body, is_edited, earlier_bodies, is_deleted, error_code, reactions, forwarded,
        media_id, sent_at, delivered_at, read_at from messages where id = ${id}`
    )[0];
  const sent = (id: string) =>
    eventually(
      () => row(id),
      (found) => found?.state === 'sent',
    );
  const pending = () => admin()`select from outgoing_changes where state in ('queued', 'sending')`;
  const quiet = () => eventually(pending, (rows) => rows.length === 0);

  it('reach the phone in the order in which they were made, each once', async () => {
    const ana = await served('Ana');
    const id = await ana.answer('custa 100');
    const { waId } = { waId: String((await row(id))?.wa_id) };
    const args = { id, ticketId: ana.ticketId };
    for (let time = 0; time < 2; time += 1)
      await write((tx) => changes.edit(tx, actor, { ...args, body: 'custa 50' }));
    for (const emoji of ['👍', '❤️', ''])
      await write((tx) => changes.react(tx, actor, { id: ana.first.id, ticketId: ana.ticketId, emoji }));
    for (let time = 0; time < 2; time += 1) await write((tx) => changes.remove(tx, actor, args));
    await quiet();
    const heard = await eventually(ana.heard, (all) => all.length === 6);
    expect(heard).toEqual([
      ['text', 'custa 100', ''],
      ['edit', 'custa 50', waId],
      ['reaction', '👍', ana.first.waId],
      ['reaction', '❤️', ana.first.waId],
      ['reaction', '', ana.first.waId],
      ['revoke', '', waId],
    ]);
    expect(await row(id)).toMatchObject({
      body: 'custa 50',
      is_edited: true,
      earlier_bodies: ['custa 100'],
      is_deleted: true,
      error_code: null,
    });
    expect(await ana.line()).toBe(DELETED_LINE);
  });

  it('are taken back, and say why, when WhatsApp refuses', async () => {
    const bia = await served('Bia');
    const id = await bia.answer('certo');
    const args = { id, ticketId: bia.ticketId };
    const refuse = () => world.sandbox.commands.configure({ number: company.phone, nackNext: ['404'] });
    await write((tx) => changes.react(tx, actor, { ...args, emoji: '👍' }));
    await quiet();
    await refuse();
    await write((tx) => changes.edit(tx, actor, { ...args, body: 'errado' }));
    await quiet();
    expect(await row(id)).toMatchObject({ body: 'certo', is_edited: false, earlier_bodies: [] });
    await refuse();
    await write((tx) => changes.react(tx, actor, { ...args, emoji: '😡' }));
    await quiet();
    expect((await row(id))?.reactions).toMatchObject([{ emoji: '👍', by: 'me' }]);
    await refuse();
    await write((tx) => changes.remove(tx, actor, args));
    await quiet();
    expect(await row(id)).toMatchObject({ is_deleted: false, error_code: 'ERR_WAPP_INVALID_CONTACT' });
    expect(await bia.line()).toBe('certo');
  });

  it('are refused when they come too late, or are about what is not ours', async () => {
    const caio = await served('Caio');
    const id = await caio.answer('ontem');
    const args = { id, ticketId: caio.ticketId };
    later = 16 * 60_000;
    await expect(write((tx) => changes.edit(tx, actor, { ...args, body: 'hoje' }))).rejects.toThrow(
      'ERR_FETCH_WAPP_MSG',
    );
    later = 61 * 3_600_000;
    await expect(write((tx) => changes.remove(tx, actor, args))).rejects.toThrow('ERR_FETCH_WAPP_MSG');
    later = 0;
    const theirs = { id: caio.first.id, ticketId: caio.ticketId };
    await expect(write((tx) => changes.remove(tx, actor, theirs))).rejects.toThrow('ERR_DELETE_WAPP_MSG');
    await expect(write((tx) => changes.edit(tx, actor, { ...theirs, body: 'x' }))).rejects.toThrow(
      'ERR_EDIT_WAPP_MSG',
    );
    const dora = await served('Dora');
    await expect(
      write((tx) => changes.react(tx, actor, { id, ticketId: dora.ticketId, emoji: '👍' })),
    ).rejects.toThrow('ERR_NO_MESSAGE_FOUND');
  });

  it("leave in the order in which they were said, also when the server's clock goes back", async () => {
    const leo = await served('Leo');
    const base = { ticketId: leo.ticketId, mediaId: null, quotedMsgId: null };
    const [first, second] = [uuidv7(), uuidv7()];
    // In one transaction, so that nothing can leave in between.
    await write(async (tx) => {
      await messages.send(tx, actor, { ...base, id: first, body: 'um' });
      later = -3_600_000;
      await messages.send(tx, actor, { ...base, id: second, body: 'dois' });
      await changes.edit(tx, actor, { id: second, ticketId: leo.ticketId, body: 'dois!' });
      later = 0;
    });
    await quiet();
    const waId = String((await sent(second))?.wa_id);
    expect(await leo.heard()).toEqual([
      ['text', 'um', ''],
      ['text', 'dois!', ''],
      ['edit', 'dois!', waId],
    ]);
    const [list] = await admin()`
      select t.last_message_at = m.created_at as is_last from tickets t join messages m on m.id = ${second}
      where t.id = ${leo.ticketId}`;
    expect(list).toEqual({ is_last: true });
  });

  it('withdraw what has not left yet', async () => {
    const eva = await served('Eva');
    const id = uuidv7();
    const base = { id, ticketId: eva.ticketId, mediaId: null, quotedMsgId: null };
    // In one transaction, so that nothing can leave in between.
    await write(async (tx) => {
      await messages.send(tx, actor, { ...base, body: 'engano' });
      await changes.remove(tx, actor, { id, ticketId: eva.ticketId });
    });
    await eva.answer('agora sim');
    expect(await eva.heard()).toEqual([['text', 'agora sim', '']]);
    expect(await row(id)).toMatchObject({ is_deleted: true, wa_id: null });
  });

  it('forward texts, places, cards and files, and upload no file that WhatsApp has', async () => {
    const [from, to] = [await served('Fabio'), await served('Gabi')];
    const { commands } = world.sandbox;
    const write1 = { from: from.number, to: company.phone } as const;
    const VCARD = 'BEGIN:VCARD\nVERSION:3.0\nFN:Ana Souza\nEND:VCARD';
    const { id: pictureId } = await commands.send({
      ...write1,
      kind: 'image',
      fileBase64: PICTURE.toString('base64'),
      mimetype: 'image/png',
      text: 'a foto',
    });
    await commands.send({ ...write1, kind: 'location', latitude: -23.5, longitude: -46.6, text: 'Sé' });
    await commands.send({ ...write1, kind: 'contact', name: 'Ana Souza', vcard: VCARD });
    const of = await eventually(
      () => admin()`select m.id, m.media_type from messages m left join media f on f.id = m.media_id
        where m.ticket_id = ${from.ticketId} and (m.media_id is null or f.state = 'stored')  and m.state <> 'local' order by m.created_at`,
      (rows) => rows.length === 4,
    );
    const uploads = () => world.sandbox.world.media.blobs.size;
    const before = uploads();
    const ids: string[] = [];
    for (const { id: ofId } of of) {
      const id = uuidv7();
      ids.push(id);
      for (let time = 0; time < 2; time += 1)
        await write((tx) => messages.forward(tx, actor, { id, ticketId: to.ticketId, ofId: String(ofId) }));
    }
    for (const id of ids) await sent(id);
    const heard = await to.heard();
    expect(heard.map(([kind, text]) => [kind, text])).toEqual([
      ['text', 'oi'],
      ['image', 'a foto'],
      ['location', 'Sé'],
      ['contact', VCARD],
    ]);
    expect(uploads()).toBe(before);
    const arrived = world.sandbox.world
      .numbered(to.number)
      .received.filter(({ ownCopy }) => !ownCopy)
      .map(({ message }) => Object.values(message.toJSON() as Record<string, { contextInfo?: object }>));
    for (const parts of arrived)
      expect(parts.some((part) => part.contextInfo && 'isForwarded' in part.contextInfo)).toBe(true);
    const picture = (await commands.ledger({ number: to.number })).find(({ kind }) => kind === 'image');
    const original = (await commands.ledger({ number: from.number })).find(({ id }) => id === pictureId);
    expect(picture?.media?.sha256).toBe(original?.media?.sha256);
    expect(await row(ids[0] ?? '')).toMatchObject({ forwarded: true, body: 'oi' });
  });

  it('forward to a contact: into a new conversation, the same one after that, and one that waited', async () => {
    const from = await served('Hugo');
    const [offer, price] = [await from.answer('a oferta'), await from.answer('o preço')];
    const { commands } = world.sandbox;
    const strangerNumber = newNumber();
    await commands.createPhone({ number: strangerNumber, name: 'Iris' });
    const [stranger] = await admin()`
      insert into contacts (company_id, name, number) values (${actor.companyId}, 'Iris', ${strangerNumber}) returning id`;
    await admin()`insert into contact_identities (company_id, kind, value, contact_id)
      values (${actor.companyId}, 'phone', ${strangerNumber}, ${String(stranger?.id)})`;
    const waiting = await waits('Jonas');

    const ids: string[] = [];
    for (const contactId of [Number(stranger?.id), waiting.contactId])
      for (const ofId of [offer, price]) {
        const id = uuidv7();
        ids.push(id);
        for (let time = 0; time < 2; time += 1)
          await write((tx) => messages.forwardTo(tx, actor, { id, contactId, ofId }));
      }
    for (const id of ids) await sent(id);
    for (const number of [strangerNumber, waiting.number])
      expect(await heardBy(number)).toEqual([
        ['text', 'a oferta', ''],
        ['text', 'o preço', ''],
      ]);
    const conversations = await admin()`
      select status, user_id from tickets where contact_id in (${String(stranger?.id)}, ${waiting.contactId})`;
    const mine = { status: 'open', user_id: String(actor.userId) };
    expect(conversations).toEqual([mine, mine]);
    const [id = ''] = ids;
    const other = { id, contactId: waiting.contactId, ofId: offer };
    await expect(write((tx) => messages.forwardTo(tx, actor, other))).rejects.toMatchObject({
      code: 'ERR_IDEMPOTENCY_KEY_REUSED',
    });
  });

  it('send a recording as a voice note', async () => {
    const gil = await served('Gil');
    const ogg = Buffer.concat([
      Buffer.from('OggS'),
      Buffer.alloc(24),
      Buffer.from('OpusHead'),
      Buffer.alloc(40),
    ]);
    const mediaId = randomUUID();
    const path = `${actor.companyId}/aa/${createHash('sha1').update(mediaId).digest('hex')}`;
    const file = join(world.config.dataDir, 'media', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, ogg);
    const waveform = Buffer.alloc(64, 50).toString('base64');
    await admin()`insert into media (company_id, id, state, mime, size, path, uploaded_by, voice, seconds, waveform)
      values (${actor.companyId}, ${mediaId}, 'stored', 'audio/ogg', ${ogg.length}, ${path}, ${actor.userId}, true, 7,
        ${waveform})`;
    const id = uuidv7();
    await write((tx) =>
      messages.send(tx, actor, { id, ticketId: gil.ticketId, body: '', mediaId, quotedMsgId: null }),
    );
    await sent(id);
    const got = world.sandbox.world.numbered(gil.number).received.at(-1)?.message.audioMessage;
    expect([got?.ptt, got?.seconds, got?.mimetype]).toEqual([true, 7, 'audio/ogg; codecs=opus']);
    expect(Buffer.from(got?.waveform ?? []).toString('base64')).toBe(waveform);
    expect((await readFile(file)).equals(ogg)).toBe(true);
  });

  it('know when each step was reached', async () => {
    const hugo = await served('Hugo');
    const id = await hugo.answer('chegou?');
    await world.sandbox.commands.read({ number: hugo.number });
    const times = await eventually(
      () => row(id),
      (found) => found?.read_at != null,
    );
    const steps = [times?.sent_at, times?.delivered_at, times?.read_at].map((at: Date) => at.getTime());
    expect(steps.every((at) => Math.abs(at - Date.now()) < 60_000)).toBe(true);
  });

  it('in a group the ticks say what all of its members have', async () => {
    const [ada, bob] = [await served('Ada'), await served('Bob')];
    const { commands } = world.sandbox;
    const { companyId } = actor;
    await admin()`insert into settings (company_id, key, value) values (${companyId}, 'CheckMsgIsGroup', 'disabled')
      on conflict (company_id, key) do update set value = 'disabled'`;
    await commands.configure({ number: bob.number, receipts: 'none' });
    const { jid } = await commands.createGroup({
      subject: 'Obra',
      members: [company.phone, ada.number, bob.number],
    });
    const { id: waId } = await commands.send({
      kind: 'text',
      from: ada.number,
      to: company.phone,
      group: jid,
      text: 'oi, grupo',
    });
    const [first] = await eventually(
      () => admin()`select ticket_id from messages where wa_id = ${waId}`,
      (rows) => rows.length === 1,
    );
    const ticketId = Number(first?.ticket_id);
    await admin()`update tickets set status = 'open', user_id = ${actor.userId} where id = ${ticketId}`;
    const id = uuidv7();
    await write((tx) =>
      messages.send(tx, actor, { id, ticketId, body: 'oi, todos', mediaId: null, quotedMsgId: null }),
    );
    const state = async () => {
      const [message] = await admin()`select ack, recipients,
        (select count(*)::int from message_receipts where message_id = ${id} and delivered_at is not null) as delivered,
        (select count(*)::int from message_receipts where message_id = ${id} and read_at is not null) as read
        from messages where id = ${id}`;
      return message;
    };
    await eventually(state, (found) => found?.delivered === 1 && found.recipients === 2);
    expect((await state())?.ack).toBe(2);
    await commands.read({ number: ada.number });
    await eventually(state, (found) => found?.read === 1);
    expect((await state())?.ack).toBe(2);
    await commands.read({ number: bob.number });
    await eventually(state, (found) => found?.ack === 4);
    // Who has written there has a name, others their number where WhatsApp tells it.
    await admin()`insert into message_receipts (company_id, message_id, participant)
      values (${companyId}, ${id}, '5531987654321@s.whatsapp.net')`;
    const info = await write((tx) => findInfo(tx, companyId, id));
    const told = info?.recipients?.map(({ name, number }) => [name, number]) ?? [];
    expect(told.toSorted()).toEqual([
      ['', null],
      ['', '5531987654321'],
      ['Ada', null],
    ]);
  });
});
