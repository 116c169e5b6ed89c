import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DELETED_LINE } from '@balcao/shared/features/messages/preview.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { eventually } from '../../test/eventually.ts';
import type { PhoneCompany } from '../../test/phone-company.ts';
import { PICTURE } from '../../test/picture.ts';
import { type LocalWorld, startWorld } from '../../test/world.ts';
import type { SessionProcess } from '../sessions.ts';
import { addCustomer, base64, MP4, OGG, VCARD } from './testing/customer.ts';

describe('messages that come', () => {
  let world: LocalWorld;
  let company: PhoneCompany;
  let sessions: SessionProcess;

  beforeAll(async () => {
    world = await startWorld({ database: createTestDatabase() });
    company = await world.addCompany();
    sessions = await world.startSessions();
    await company.link();
  });
  afterAll(() => world.stop());

  const customer = (name: string, options: { addressing?: 'lid' | 'pn' } = {}) =>
    addCustomer(world, company, name, options);

  /** A process takes what is written, confirms it, and dies before it can store anything of this customer. */
  async function killedWhileStoring(number: string, write: () => Promise<unknown>): Promise<void> {
    const worker = world.startWorker();
    await worker.ready;
    await company.connectionWith(({ status }) => status === 'connected');
    const [device] = world.sandbox.world.numbered(company.phone).linked.values();
    await world.database.admin.begin(async (tx) => {
      await tx`select from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
        join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
        where c.number = ${number} for update of m, t`;
      await write();
      await eventually(
        async () => [...(device?.pending.values() ?? [])].filter(({ tag }) => tag === 'message'),
        (waiting) => waiting.length === 0,
      );
      await world.killWorker(worker);
    });
    sessions = await world.startSessions();
  }

  it('are stored once each, whatever their kind, and their files too', async () => {
    const maria = await customer('Maria Souza');
    await maria.write({ kind: 'text', text: 'Olá, preciso de ajuda' });
    await maria.write({
      kind: 'image',
      fileBase64: PICTURE.toString('base64'),
      text: 'a foto',
      mimetype: 'image/png',
    });
    await maria.write({ kind: 'voice', fileBase64: OGG.toString('base64'), seconds: 3 });
    await maria.write({ kind: 'video', fileBase64: MP4.toString('base64') });
    await maria.write({
      kind: 'document',
      fileBase64: base64('%PDF-1.4 contrato'),
      fileName: 'contrato.pdf',
    });
    await maria.write({ kind: 'location', latitude: -23.5, longitude: -46.6, text: 'Praça da Sé' });
    await maria.write({ kind: 'contact', name: 'Ana Souza', vcard: VCARD });

    const rows = await eventually(
      () => maria.messages(),
      (all) => all.length === 7 && all.every(({ state }) => state === null || state === 'stored'),
    );
    expect(rows.map(({ mediaType, body, mime }) => [mediaType, body, mime])).toEqual([
      ['chat', 'Olá, preciso de ajuda', null],
      ['image', 'a foto', 'image/png'],
      ['audio', '', expect.stringContaining('ogg')],
      ['video', '', 'video/mp4'],
      ['application', 'contrato.pdf', 'application/pdf'],
      ['locationMessage', '|https://maps.google.com/?q=-23.5,-46.6|Praça da Sé', null],
      ['vcard', VCARD, null],
    ]);
    const stored = await readFile(join(world.config.dataDir, 'media', rows[1]?.path ?? ''));
    expect(createHash('sha256').update(stored).digest('hex')).toBe(
      createHash('sha256').update(PICTURE).digest('hex'),
    );
    expect(await maria.tickets()).toMatchObject([
      { status: 'pending', queue: company.queues.support, unread: 7, last: '👤 Ana Souza' },
    ]);
    const [contact] = await world.database.admin`select name from contacts where number = ${maria.number}`;
    expect(contact?.name).toBe('Maria Souza');
    const cycles = await world.database.admin`
      select queued_at from ticket_tracking where ticket_id = ${(await maria.tickets())[0]?.id}`;
    expect(cycles).toHaveLength(1);
  });

  it('are the same conversation, whether WhatsApp names the customer by LID or by number', async () => {
    const joao = await customer('João', { addressing: 'pn' });
    await joao.write({ kind: 'text', text: 'por número' });
    await world.sandbox.commands.configure({ number: joao.number, addressing: 'lid' });
    await joao.write({ kind: 'text', text: 'por LID' });
    const rows = await eventually(
      () => joao.messages(),
      (all) => all.length === 2,
    );
    expect(rows.map(({ body }) => body)).toEqual(['por número', 'por LID']);
    expect(await joao.tickets()).toHaveLength(1);
    const identities = await world.database.admin`
      select i.kind, i.value from contact_identities i join contacts c on c.id = i.contact_id
      where c.number = ${joao.number} order by kind`;
    expect(identities).toMatchObject([{ kind: 'lid' }, { kind: 'phone', value: joao.number }]);
  });

  it('change nothing when they come a second time', async () => {
    const carla = await customer('Carla');
    await world.sandbox.commands.disturbDeliveries({ number: company.phone, duplicate: 1 });
    const id = await carla.write({ kind: 'text', text: 'uma vez' });
    await eventually(
      () => carla.messages(),
      (all) => all.length === 1,
    );
    await world.sandbox.commands.redeliver({ number: company.phone, id });
    await carla.write({ kind: 'text', text: 'depois' });
    const rows = await eventually(
      () => carla.messages(),
      (all) => all.some(({ body }) => body === 'depois'),
    );
    expect(rows.map(({ body }) => body)).toEqual(['uma vez', 'depois']);
    expect((await carla.tickets())[0]).toMatchObject({ unread: 2 });
  });

  it('are handled like live ones when they waited while we were away, in order', async () => {
    const pedro = await customer('Pedro');
    await sessions.stop();
    const texts = Array.from({ length: 12 }, (_, index) => `mensagem ${index}`);
    for (const text of texts) await pedro.write({ kind: 'text', text });
    sessions = await world.startSessions();
    const rows = await eventually(
      () => pedro.messages(),
      (all) => all.length === texts.length,
    );
    expect(rows.map(({ body }) => body)).toEqual(texts);
    expect(await pedro.tickets()).toMatchObject([{ status: 'pending', unread: 12, last: 'mensagem 11' }]);
    const [recovered] = await eventually(
      () => world.database.admin`select details from connection_events where kind = 'recovered'`,
      (all) => all.length > 0,
    );
    expect(recovered?.details).toEqual({ messages: 12 });
  });

  it('are not lost when the connection breaks again and again while they come', async () => {
    const lia = await customer('Lia');
    const ids: string[] = [];
    for (let index = 0; index < 40; index += 1) {
      ids.push(await lia.write({ kind: 'text', text: `${index}` }));
      if (index % 8 === 3) await world.sandbox.commands.cutCompanions({ number: company.phone });
    }
    const rows = await eventually(
      () => lia.messages(),
      (all) => all.length >= ids.length,
      20_000,
    );
    expect(rows.map(({ waId }) => waId).sort()).toEqual([...ids].sort());
  });

  it('are not lost when the process is killed again and again while they come', async () => {
    const people = await Promise.all(['Aldo', 'Beto', 'Cida'].map((name) => customer(name)));
    await sessions.stop();
    const ids: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      const worker = world.startWorker();
      await worker.ready;
      await company.connectionWith(({ status }) => status === 'connected');
      for (let index = 0; index < 30; index += 1)
        for (const person of people.slice(index % 3, (index % 3) + 1))
          ids.push(await person.write({ kind: 'text', text: `${round}/${index}` }));
      await world.killWorker(worker);
    }
    sessions = await world.startSessions();
    const stored = async () => (await Promise.all(people.map((person) => person.messages()))).flat();
    const rows = await eventually(stored, (all) => all.length >= ids.length, 20_000);
    expect(rows.map(({ waId }) => waId).sort()).toEqual([...ids].sort());
  });

  it('through a broadcast list are in their sender’s conversation, even if the process is killed before', async () => {
    const lea = await customer('Lea');
    const shop = world.sandbox.world.numbered(company.phone);
    await lea.write({ kind: 'text', text: 'só para vocês' });
    await lea.account.text(shop, 'para a lista', { list: '1700000000@broadcast' });
    await eventually(
      () => lea.messages(),
      (all) => all.length === 2,
    );
    await sessions.stop();
    await killedWhileStoring(lea.number, () =>
      lea.account.text(shop, 'outra para a lista', { list: '1700000000@broadcast' }),
    );
    const rows = await eventually(
      () => lea.messages(),
      (all) => all.length === 3,
    );
    expect(rows.map(({ body }) => body)).toEqual(['só para vocês', 'para a lista', 'outra para a lista']);
    expect(await lea.tickets()).toMatchObject([{ unread: 3 }]);
  });

  it('replace the placeholder of a message that could not be decrypted at first', async () => {
    const rita = await customer('Rita');
    await rita.write({ kind: 'text', text: 'legível' });
    await rita.write({ kind: 'text', text: 'ilegível', corrupt: true });
    const rows = await eventually(
      () => rita.messages(),
      (all) => all.some(({ body }) => body === 'ilegível'),
    );
    expect(rows.map(({ body, mediaType }) => [body, mediaType])).toEqual([
      ['legível', 'chat'],
      ['ilegível', 'chat'],
    ]);
  });

  it.each(['connected', 'away'])(
    'may be edited and deleted by their author while we are %s',
    async (where) => {
      const nina = await customer('Nina');
      if (where === 'away') await sessions.stop();
      const first = await nina.write({ kind: 'text', text: 'preço errado' });
      const second = await nina.write({ kind: 'text', text: 'apagada' });
      await nina.write({ kind: 'edit', target: first, text: 'preço certo' });
      await nina.write({ kind: 'revoke', target: second });
      await nina.write({ kind: 'reaction', target: second, text: '👍' });
      if (where === 'away') {
        // The library holds all of them back until the marker comes.
        world.sandbox.world.withholdOfflineMarker = true;
        sessions = await world.startSessions();
      }
      const rows = await eventually(
        () => world.database.admin`
        select m.body, m.earlier_bodies, m.is_edited, m.is_deleted, t.last_message
        from messages m join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
        where m.wa_id in (${first}, ${second}) order by m.created_at, m.id`,
        (all) => all[0]?.is_edited && all[1]?.is_deleted,
      );
      expect(rows).toMatchObject([
        { body: 'preço certo', earlier_bodies: ['preço errado'], is_deleted: false },
        { body: 'apagada', is_edited: false, last_message: DELETED_LINE },
      ]);
      expect(await nina.messages()).toHaveLength(2);
      world.sandbox.world.withholdOfflineMarker = false;
    },
  );

  it('are edited and deleted, although the process was killed before it could store that', async () => {
    const tom = await customer('Tom');
    const first = await tom.write({ kind: 'text', text: 'às oito' });
    const second = await tom.write({ kind: 'text', text: 'engano' });
    await eventually(
      () => tom.messages(),
      (all) => all.length === 2,
    );
    await sessions.stop();
    await killedWhileStoring(tom.number, async () => {
      await tom.write({ kind: 'edit', target: first, text: 'às nove' });
      await tom.write({ kind: 'revoke', target: second });
    });
    await eventually(
      () => world.database.admin`
        select body, is_deleted from messages where wa_id in (${first}, ${second}) order by created_at, id`,
      (all) => all[0]?.body === 'às nove' && all[1]?.is_deleted,
    );
  });

  it('are stored as unsupported when they are malformed, unknown or hostile, and the others go on', async () => {
    const eve = await customer('Eve\0\u202e'.repeat(200));
    const shop = world.sandbox.world.numbered(company.phone);
    const send = (message: object) => eve.account.send(shop, { message } as never);
    await send({ imageMessage: { caption: 'sem chave' } });
    await send({ bcallMessage: { sessionId: 'algo novo' } });
    await send({ locationMessage: { degreesLatitude: 9e9, degreesLongitude: Number.NaN } });
    await send({ conversation: `nulo\0dentro${'x'.repeat(70_000)}` });
    await send({
      documentMessage: {
        mediaKey: Buffer.alloc(32),
        directPath: '@127.0.0.1:1/roubo',
        fileName: '../../etc/passwd\0',
        fileLength: 2 ** 53,
        fileSha256: Buffer.alloc(31),
        mimetype: 'text/html\0',
      },
    });
    await send({ pollUpdateMessage: {} });
    await eve.write({ kind: 'text', text: 'inofensiva' });
    const rows = await eventually(
      () => eve.messages(),
      (all) => all.some(({ body }) => body === 'inofensiva') && !all.some(({ state }) => state === 'pending'),
    );
    expect(rows.map(({ mediaType, state }) => [mediaType, state])).toEqual([
      ['unsupported', null],
      ['unsupported', null],
      ['unsupported', null],
      ['chat', null],
      ['application', 'failed'],
      ['chat', null],
    ]);
    expect(rows[3]?.body).toHaveLength(65_536);
    const [kept] = await world.database.admin`select length(payload) as bytes from messages
      where wa_id = ${rows[1]?.waId ?? ''}`;
    expect(kept?.bytes).toBeGreaterThan(5);
  });

  it('written on the company’s own phone are shown as ours', async () => {
    const rui = await customer('Rui');
    await rui.write({ kind: 'text', text: 'oi' });
    await world.sandbox.commands.send({
      kind: 'text',
      from: company.phone,
      to: rui.number,
      text: 'pelo celular',
    });
    const rows = await eventually(
      () => rui.messages(),
      (all) => all.length === 2,
    );
    expect(rows.map(({ body, fromMe }) => [body, fromMe])).toEqual([
      ['oi', false],
      ['pelo celular', true],
    ]);
    const [ticket] = await rui.tickets();
    expect(ticket).toMatchObject({ unread: 1, last: 'pelo celular' });
    const [answer] = await world.database.admin`
      select m.created_at = k.answered_at as first from messages m join ticket_tracking k using (ticket_id)
      where ticket_id = ${ticket?.id ?? ''} and from_me and media_type = 'chat'`;
    expect(answer).toEqual({ first: true });
    await eventually(
      () => world.database.admin`select ack from messages where wa_id = ${rows[1]?.waId ?? ''}`,
      ([row]) => row?.ack >= 2,
    );
  });

  it('have their file uploaded again by the phone when it has left the media host', async () => {
    const ivo = await customer('Ivo');
    await sessions.stop();
    const id = await ivo.write({
      kind: 'image',
      fileBase64: PICTURE.toString('base64'),
      mimetype: 'image/png',
    });
    await world.sandbox.commands.expireMedia({ from: ivo.number, id });
    sessions = await world.startSessions();
    await eventually(
      () => ivo.messages(),
      ([row]) => row?.state === 'stored',
      15_000,
    );
  });

  it('in groups are ignored unless the company wants them', async () => {
    const gil = await customer('Gil');
    const { jid } = await world.sandbox.commands.createGroup({
      subject: 'Condomínio',
      members: [gil.number, company.phone],
    });
    await gil.write({ kind: 'text', text: 'no grupo, ignorada', group: jid });
    await gil.write({ kind: 'text', text: 'em particular' });
    await eventually(
      () => gil.messages(),
      (all) => all.length === 1,
    );
    await world.database.admin`insert into settings (company_id, key, value)
      values (${company.companyId}, 'CheckMsgIsGroup', 'disabled')`;
    await gil.write({ kind: 'text', text: 'no grupo', group: jid });
    const rows = await eventually(
      () => world.database.admin`
        select c.name, m.body, m.participant_name from messages m join contacts c on c.id = m.contact_id
        where c.is_group and c.name <> '' and m.state <> 'local'`,
      (all) => all.length > 0,
    );
    expect(rows).toMatchObject([{ name: 'Condomínio', body: 'no grupo', participant_name: 'Gil' }]);
  });

  it('leave nothing behind in the journal, and nothing that the network did not understand', async () => {
    await eventually(
      () => world.database.admin`select wa_id from inbound_journal`,
      (all) => all.length === 0,
    );
    expect(await world.sandbox.commands.unhandled()).toEqual([]);
  });
});
