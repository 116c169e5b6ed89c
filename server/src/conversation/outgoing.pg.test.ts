import { createHash, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { eventually } from '../../test/eventually.ts';
import { newNumber, type PhoneCompany } from '../../test/phone-company.ts';
import { PICTURE } from '../../test/picture.ts';
import { type LocalWorld, startWorld } from '../../test/world.ts';
import type { SessionProcess } from '../sessions.ts';

describe('messages that go out', () => {
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

  /** A customer who has written once, and the ticket that came of it. */
  async function customer(name: string) {
    const number = newNumber();
    const { commands } = world.sandbox;
    await commands.createPhone({ number, name, receipts: 'delivered' });
    const { id: firstId } = await commands.send({
      kind: 'text',
      from: number,
      to: company.phone,
      text: 'oi',
    });
    const [ticket] = await eventually(
      () => world.database.admin`
        select t.id, t.contact_id from tickets t join contacts c on c.id = t.contact_id where c.number = ${number}`,
      (rows) => rows.length === 1,
    );
    const { companyId, connectionId } = company;
    return {
      number,
      firstId,
      ticketId: Number(ticket?.id),
      /** Inserts an answer as the API's service does. */
      async answer(body: string, more: Record<string, unknown> = {}): Promise<string> {
        const id = uuidv7();
        await world.database.admin`insert into messages ${world.database.admin({
          company_id: companyId,
          id,
          ticket_id: ticket?.id,
          contact_id: ticket?.contact_id,
          connection_id: connectionId,
          from_me: true,
          body,
          state: 'queued',
          read: true,
          created_at: new Date(),
          ...more,
        })}`;
        return id;
      },
    };
  }

  const row = async (id: string) =>
    (
      await world.database
        .admin`select state, ack, wa_id, error_code, attempts from messages where id = ${id}`
    )[0];
  const received = (number: string) => world.sandbox.commands.ledger({ number });

  it('reach the customer in order, with ticks up to blue', async () => {
    const ana = await customer('Ana');
    const texts = ['um', 'dois', 'três', 'quatro'];
    const ids: string[] = [];
    for (const text of texts) ids.push(await ana.answer(text));
    const last = ids.at(-1) ?? '';
    await eventually(
      () => row(last),
      (message) => message?.ack === 3 && message.state === 'sent',
    );
    const arrived = (await received(ana.number)).filter(({ from }) => from === company.phone);
    expect(arrived.map(({ text }) => text)).toEqual(texts);
    await world.sandbox.commands.read({ number: ana.number });
    await eventually(
      () => Promise.all(ids.map(row)),
      (all) => all.every((message) => message?.ack === 4),
    );
  });

  it('carry pictures and documents, and quote what they answer', async () => {
    const bia = await customer('Bia');
    const media = async (mime: string, name: string, bytes: Buffer) => {
      const id = randomUUID();
      const path = `${company.companyId}/aa/${createHash('sha1').update(id).digest('hex')}`;
      const file = join(world.config.dataDir, 'media', path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes);
      await world.database.admin`insert into media (company_id, id, state, mime, name, size, path)
        values (${company.companyId}, ${id}, 'stored', ${mime}, ${name}, ${bytes.length}, ${path})`;
      return id;
    };
    const pdf = Buffer.from('%PDF-1.4 contrato');
    const [first] = await world.database.admin`select id from messages where wa_id = ${bia.firstId}`;
    await bia.answer('veja', {
      media_id: await media('image/png', 'foto.png', PICTURE),
      media_type: 'image',
    });
    await bia.answer('contrato.pdf', {
      media_id: await media('application/pdf', 'contrato.pdf', pdf),
      media_type: 'application',
    });
    const third = await bia.answer('sobre isso', { quoted_id: first?.id });
    await eventually(
      () => row(third),
      (message) => message?.ack === 3,
    );
    const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    expect((await received(bia.number)).filter(({ from }) => from === company.phone)).toMatchObject([
      { kind: 'image', text: 'veja', media: { mimetype: 'image/png', sha256: sha256(PICTURE) } },
      { kind: 'document', media: { fileName: 'contrato.pdf', sha256: sha256(pdf) } },
      { kind: 'text', text: 'sobre isso', target: bia.firstId },
    ]);
  });

  it('keep the tick that came when the process was killed before it could store it', async () => {
    const lara = await customer('Lara');
    const id = await lara.answer('lida na hora errada');
    await eventually(
      () => row(id),
      (message) => message?.ack === 3,
    );
    await sessions.stop();
    const worker = world.startWorker();
    await worker.ready;
    await company.connectionWith(({ status }) => status === 'connected');
    await world.database.admin.begin(async (tx) => {
      await tx`select from messages where id = ${id} for update`;
      await world.sandbox.commands.read({ number: lara.number });
      await eventually(
        () => world.database.admin`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
        (waiting) => waiting.count > 0,
      );
      await world.killWorker(worker);
    });
    expect(await row(id)).toMatchObject({ ack: 3 });
    sessions = await world.startSessions();
    await eventually(
      () => row(id),
      (message) => message?.ack === 4,
    );
  });

  it('are sent again when the recipient’s phone could not decrypt them', async () => {
    const caio = await customer('Caio');
    await world.sandbox.commands.configure({ number: caio.number, failDecrypt: 1 });
    const id = await caio.answer('de novo');
    await eventually(
      () => row(id),
      (message) => message?.ack === 3,
    );
    const sent = (await received(caio.number)).filter(({ from }) => from === company.phone);
    expect(sent).toMatchObject([{ text: 'de novo' }]);
    expect(sent[0]?.retries).toBeGreaterThan(0);
  });

  it('are sent again until the server takes them, although the phone asks once', async () => {
    const { commands } = world.sandbox;
    const lia = await customer('Lia');
    await commands.goOffline({ number: lia.number });
    const id = await lia.answer('até logo');
    await eventually(
      () => row(id),
      (message) => message?.ack === 2,
    );
    // The library would stop counting at the second.
    await commands.configure({ number: lia.number, failDecrypt: 4 });
    await commands.configure({ number: company.phone, nackNext: ['479'] });
    await commands.comeBack({ number: lia.number });
    await eventually(
      () => row(id),
      (message) => message?.ack === 3,
    );
  });

  it('are sent again although the database is away when the phone asks', async () => {
    const { commands } = world.sandbox;
    const { admin } = world.database;
    const vera = await customer('Vera');
    await commands.goOffline({ number: vera.number });
    const id = await vera.answer('mais tarde');
    await eventually(
      () => row(id),
      (message) => message?.ack === 2,
    );
    // The library would know it by heart.
    await sessions.stop();
    sessions = await world.startSessions();
    await company.connectionWith(({ status }) => status === 'connected');
    await commands.configure({ number: vera.number, failDecrypt: 1 });
    await admin.begin(async (tx) => {
      await tx`lock table messages in access exclusive mode`;
      await commands.comeBack({ number: vera.number });
      await eventually(
        () => admin`select pg_cancel_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%select payload%'`,
        (cancelled) => cancelled.count > 0,
      );
    });
    await eventually(
      () => row(id),
      (message) => message?.ack === 3,
    );
  });

  it('tell the customer that an agent has read, and the next one when that cannot be recorded', async () => {
    const { admin } = world.database;
    const [duda, dora] = [await customer('Duda'), await customer('Dora')];
    const [first] = await admin`select id from messages where wa_id = ${duda.firstId}`;
    await admin.unsafe(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
      create trigger planted before delete on read_receipts_due for each row
        when (old.message_id = '${first?.id}') execute function refuse()`);
    for (const { number, firstId } of [duda, dora]) {
      await admin`update messages set read = true where wa_id = ${firstId}`;
      await world.sandbox.commands.waitForMessage({ number, id: firstId, progress: 'read' });
    }
    const due = () => admin`select message_id from read_receipts_due`;
    await eventually(due, ([one, ...others]) => one?.message_id === first?.id && others.length === 0);
    await admin`drop trigger planted on read_receipts_due`;
    await eventually(due, (rows) => rows.length === 0);
  });

  it('fail with a code when WhatsApp refuses them, and the next one goes on', async () => {
    const enzo = await customer('Enzo');
    await world.sandbox.commands.configure({ number: company.phone, nackNext: ['463'] });
    const refused = await enzo.answer('recusada');
    const next = await enzo.answer('aceita');
    await eventually(
      () => row(next),
      (message) => message?.ack === 3,
    );
    expect(await row(refused)).toMatchObject({ state: 'failed', ack: 0, error_code: 'ERR_WAPP_RESTRICTED' });
    // Another try would count against the account (hazard H20).
    const sent = await world.sandbox.commands.ledger({ number: company.phone });
    expect(sent.find(({ error }) => error === '463')).toMatchObject({ transmissions: 1 });
  });

  it('go out once, under one id, when the server’s word never came', async () => {
    const fabi = await customer('Fabi');
    await withoutReceipts(fabi.number);
    await world.sandbox.commands.configureWorld({ withholdAcks: true });
    const id = await fabi.answer('uma vez só');
    const waiting = await eventually(
      () => row(id),
      (message) => (message?.attempts ?? 0) > 0,
    );
    expect(waiting).toMatchObject({ state: 'sending', ack: 1 });
    await world.sandbox.commands.configureWorld({ withholdAcks: false });
    await eventually(
      () => row(id),
      (message) => message?.state === 'sent' && message.ack === 2,
    );
    const sent = (await received(fabi.number)).filter(({ from }) => from === company.phone);
    expect(sent).toMatchObject([{ text: 'uma vez só', id: waiting?.wa_id, transmissions: 2 }]);
    // Whoever asks what happened to it is told of the first try.
    const steps = await world.database
      .admin`select kind, author, error_code from message_steps where message_id = ${id}`;
    expect([...steps]).toEqual([{ kind: 'tried', author: null, error_code: 'ERR_SENDING_WAPP_MSG' }]);
  });

  it('wait while there is no connection and go out when it is back', async () => {
    const gabi = await customer('Gabi');
    await world.sandbox.commands.cutCompanions({ number: company.phone, refuse: true });
    await company.connectionWith(({ status }) => status === 'OPENING');
    const id = await gabi.answer('depois da queda');
    await world.sandbox.commands.restoreCompanions({ number: company.phone });
    await eventually(
      () => row(id),
      (message) => message?.ack === 3,
    );
    expect((await received(gabi.number)).filter(({ from }) => from === company.phone)).toHaveLength(1);
  });

  it('go out once when the process is killed between sending and the server’s word', async () => {
    const hugo = await customer('Hugo');
    await withoutReceipts(hugo.number);
    await sessions.stop();
    await world.sandbox.commands.configureWorld({ withholdAcks: true });
    const worker = world.startWorker();
    await worker.ready;
    await company.connectionWith(({ status }) => status === 'connected');
    const id = await hugo.answer('uma vez, apesar da queda');
    await world.sandbox.commands.waitForMessage({ number: hugo.number, text: 'uma vez, apesar da queda' });
    const before = await row(id);
    expect(before).toMatchObject({ state: 'sending' });
    await world.killWorker(worker);
    await world.sandbox.commands.configureWorld({ withholdAcks: false });

    sessions = await world.startSessions();
    await eventually(
      () => row(id),
      (message) => message?.state === 'sent' && message.ack === 2,
      15_000,
    );
    const sent = (await received(hugo.number)).filter(({ from }) => from === company.phone);
    expect(sent).toMatchObject([{ id: before?.wa_id, text: 'uma vez, apesar da queda' }]);
    expect(sent[0]?.transmissions).toBeGreaterThan(1);
    const [lease] = await world.database.admin`select epoch from connection_leases`;
    expect(Number(lease?.epoch)).toBeGreaterThanOrEqual(3);
  });

  /** Any receipt would be word enough that a message went out. */
  async function withoutReceipts(number: string): Promise<void> {
    world.sandbox.world.phoneSendsSenderReceipts = false;
    await world.sandbox.commands.configure({ number, receipts: 'none' });
  }
});
