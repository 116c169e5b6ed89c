import { executionAsyncId } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { queryObjects } from 'node:v8';
import { WebSocketClient } from '@whiskeysockets/baileys/lib/Socket/Client/websocket.js';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Node, n, nowS } from '../../../sandbox/wire/nodes.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { eventually } from '../../../test/eventually.ts';
import { holdLease } from '../../../test/hold-lease.ts';
import { newNumber, type PhoneCompany } from '../../../test/phone-company.ts';
import { type LocalWorld, QUICK, startWorld } from '../../../test/world.ts';
import type { SessionProcess } from '../../sessions.ts';
import type { SessionTimes } from './session-times.ts';
import type { MessageRow } from './testing/message-row.ts';

/** A busy machine must not lose its leases here: `takeover` tests that. */
const LEASE = { ttlMs: 20_000, renewMs: 1_000, doubtMs: 60_000 };

/** Faults of the library and of the network around it; the whole list is in HAZARDS.md beside this file. */
describe('the hazards of a session', () => {
  let world: LocalWorld;
  let company: PhoneCompany;
  let neighbour: PhoneCompany;
  let sessions: SessionProcess;

  beforeAll(async () => {
    world = await startWorld({ database: createTestDatabase() });
    company = await world.addCompany();
    neighbour = await world.addCompany();
    sessions = await world.startSessions({ lease: LEASE });
    await company.link();
    await neighbour.link();
  });
  afterAll(() => world.stop());

  const connected = ({ status }: { status: string }) => status === 'connected';
  const device = (tenant: PhoneCompany = company) =>
    [...world.sandbox.world.numbered(tenant.phone).linked.values()][0]!;

  async function restart(session: Partial<SessionTimes>): Promise<void> {
    await sessions.stop();
    sessions = await world.startSessions({ session: { ...QUICK.session, ...session }, lease: LEASE });
    await Promise.all([company, neighbour].map((tenant) => tenant.connectionWith(connected)));
  }

  async function away(work: () => Promise<unknown>): Promise<void> {
    await world.sandbox.commands.cutCompanions({ number: company.phone, refuse: true });
    await company.connectionWith(({ status }) => status === 'OPENING');
    await work();
    await world.sandbox.commands.restoreCompanions({ number: company.phone });
  }

  async function customer(name: string) {
    const number = newNumber();
    await world.sandbox.commands.createPhone({ number, name });
    return {
      number,
      account: world.sandbox.world.numbered(number),
      write: async (text: string, tenant: PhoneCompany = company) =>
        (await world.sandbox.commands.send({ kind: 'text', from: number, to: tenant.phone, text })).id,
    };
  }

  const stored = (tenant: PhoneCompany = company) => world.database.admin<MessageRow[]>`
    select id, wa_id as "waId", body, from_me as "fromMe", placeholder, ack, contact_id::int as "contactId",
      ticket_id::int as "ticketId"
    from messages where company_id = ${tenant.companyId} and state <> 'local' order by created_at, id`;
  /** Rows with these bodies, once there are so many. */
  const once = async (bodies: string[], tenant: PhoneCompany = company) =>
    eventually(
      async () => (await stored(tenant)).filter(({ body }) => bodies.includes(body)),
      (rows) => rows.length >= bodies.length,
      15_000,
    );
  const dropsOf = async (tenant: PhoneCompany) =>
    (
      await world.database.admin`select from connection_events
        where company_id = ${tenant.companyId} and kind = 'dropped'`
    ).count;

  /** Inserts an answer as the API's service does. */
  async function answer(to: MessageRow, body: string, tenant: PhoneCompany = company): Promise<string> {
    const id = uuidv7();
    await world.database.admin`insert into messages ${world.database.admin({
      company_id: tenant.companyId,
      id,
      ticket_id: to.ticketId,
      contact_id: to.contactId,
      connection_id: tenant.connectionId,
      from_me: true,
      body,
      state: 'queued',
      read: true,
      created_at: new Date(),
    })}`;
    return id;
  }

  /** From now on one company's questions for Signal sessions are not answered, until it is opened. */
  async function stallKeys(tenant: PhoneCompany): Promise<() => Promise<void>> {
    const { admin } = world.database;
    const { companyId } = tenant;
    await admin.unsafe(`create or replace function stall(company bigint) returns boolean language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(company); return true; end $$`);
    await admin.unsafe(`drop policy if exists stall on session_keys`);
    await admin.unsafe(
      `create policy stall on session_keys as restrictive for select
        using (type <> 'session' or stall(company_id))`,
    );
    const held = await admin.reserve();
    await held`select pg_advisory_lock(${companyId})`;
    return async () => {
      await held`select pg_advisory_unlock(${companyId})`;
      held.release();
    };
  }

  it('H1: a backlog that is cut in the middle is stored whole, once, in order', async () => {
    const ana = await customer('Ana');
    const texts = Array.from({ length: 20 }, (_, index) => `atrasada ${index}`);
    let confirmed = 0;
    ana.account.on('receipt', () => {
      confirmed += 1;
      // The marker has not come, so the library has shown none of them; the rest is still on its way.
      if (confirmed === 7) void world.sandbox.commands.cutCompanions({ number: company.phone });
    });
    world.sandbox.world.withholdOfflineMarker = true;
    await away(async () => {
      for (const text of texts) await ana.write(text);
    });
    await eventually(
      async () => confirmed,
      (count) => count >= 7,
    );
    world.sandbox.world.withholdOfflineMarker = false;
    expect((await once(texts)).map(({ body }) => body)).toEqual(texts);
    await company.connectionWith(connected);
  });

  it('H1: what the library fails over after decrypting it is shown all the same', async () => {
    await restart({ stalledMs: 2_000 });
    const iara = await customer('Iara');
    await iara.account.send(world.sandbox.world.numbered(company.phone), {
      message: { conversation: 'engasgo', reactionMessage: {} },
    });
    await iara.write('atrás do engasgo');
    expect((await once(['atrás do engasgo', 'engasgo'])).map(({ body }) => body)).toEqual([
      'atrás do engasgo',
      'engasgo',
    ]);
    expect(world.logged().filter((line) => line.includes("reading 'fromMe'"))).toHaveLength(1);
  });

  it('H5, H6: a key-store call that hangs costs a reconnect; a neighbour with the same contact notices nothing', async () => {
    await restart({ keyDeadlineMs: 400 });
    const zeca = await customer('Zeca');
    await Promise.all([zeca.write('oi, loja'), zeca.write('oi, vizinha', neighbour)]);
    await Promise.all([once(['oi, loja']), once(['oi, vizinha'], neighbour)]);
    // A new socket has an empty cache and must ask.
    await world.sandbox.commands.cutCompanions({ number: company.phone });
    await company.connectionWith(({ status }) => status !== 'connected');
    await company.connectionWith(connected);

    const drops = await dropsOf(neighbour);
    const ownDrops = await dropsOf(company);
    const open = await stallKeys(company);
    const id = await zeca.write('presa');
    await zeca.write('livre', neighbour);
    await once(['livre'], neighbour);
    await eventually(
      () => dropsOf(company),
      (all) => all > ownDrops,
    );
    expect(await stored()).not.toContainEqual(expect.objectContaining({ body: 'presa' }));
    await open();
    expect(await once(['presa'])).toHaveLength(1);
    // WhatsApp never learned that the message cannot be read: it simply sent it again.
    const entry = (await world.sandbox.commands.ledger({ number: zeca.number })).find(
      (sent) => sent.id === id,
    );
    expect(entry?.retries).toBe(0);
    expect(await dropsOf(neighbour)).toBe(drops);
  });

  it('a line that died without a word is given up, and what was said meanwhile comes', async () => {
    await restart({ aliveMs: 200 });
    const nina = await customer('Nina');
    await world.sandbox.commands.freezeCompanions({ number: company.phone });
    await nina.write('alguém aí?');
    expect(await once(['alguém aí?'])).toHaveLength(1);
  });

  it('H5, H6: a session that stays deaf on a new socket ends its process, and the next one goes on', async () => {
    await sessions.stop();
    const rita = await customer('Rita');
    const patient = { ...QUICK.session, keyDeadlineMs: 60_000, stalledMs: 2_000 };
    const worker = world.startWorker({ times: { session: patient, lease: LEASE } });
    await worker.ready;
    await Promise.all([company, neighbour].map((tenant) => tenant.connectionWith(connected)));
    await rita.write('ouvida');
    await once(['ouvida']);
    await world.sandbox.commands.cutCompanions({ number: company.phone });
    await company.connectionWith(({ status }) => status !== 'connected');
    await company.connectionWith(connected);

    const open = await stallKeys(company);
    await rita.write('não ouvida');
    expect(await worker.ended).toBe(1);
    await open();
    await world.killWorker(worker);
    sessions = await world.startSessions({ lease: LEASE });
    await rita.write('depois');
    await rita.write('à vizinha', neighbour);
    expect((await once(['não ouvida', 'depois'])).map(({ body }) => body)).toEqual(['não ouvida', 'depois']);
    await once(['à vizinha'], neighbour);
  });

  it('H9: messages are shown although the marker at the end of the backlog never comes', async () => {
    const nilo = await customer('Nilo');
    world.sandbox.world.withholdOfflineMarker = true;
    await away(async () => {
      await nilo.write('da fila');
    });
    await once(['da fila']);
    await nilo.write('ao vivo');
    await once(['ao vivo']);
    world.sandbox.world.withholdOfflineMarker = false;
  });

  it('H10: a status that cannot be read is confirmed and does not stop what comes behind it', async () => {
    const eva = await customer('Eva');
    const { lidJid } = world.sandbox.world.numbered(eva.number);
    const status = (id: string) =>
      device().deliver(
        id,
        n('message', { from: 'status@broadcast', participant: lidJid, id, t: nowS(), type: 'text' }, [
          n('enc', { v: 2, type: 'msg' }, randomBytes(80)),
        ]),
      );
    const confirmed: Node[] = [];
    const note = (node: Node) => confirmed.push(node);
    world.sandbox.world.on('clientAck', note);
    const before = await stored();
    await away(async () => {
      await status('STATUS1');
      await eva.write('atrás do status');
    });
    await once(['atrás do status']);
    await status('STATUS2');
    await eva.write('atrás do segundo');
    await once(['atrás do segundo']);
    world.sandbox.world.off('clientAck', note);
    const acks = confirmed.filter(({ attrs }) => attrs.id?.startsWith('STATUS'));
    expect(acks.map(({ attrs }) => [attrs.id, attrs.error])).toEqual([
      ['STATUS1', undefined],
      ['STATUS2', undefined],
    ]);
    expect(await stored()).toHaveLength(before.length + 2);
  });

  it('H11: nothing is sent in the moment when the connection opens', async () => {
    await restart({ holdMs: 800 });
    const hugo = await customer('Hugo');
    await hugo.write('quero resposta');
    const [asked] = await once(['quero resposta']);
    let openedAt = 0;
    world.sandbox.world.on('online', (linked) => {
      if (linked.account.number === company.phone) openedAt = performance.now();
    });
    const sentAt = new Promise<number>((resolve) =>
      world.sandbox.world.on('clientMessage', (_, from) => {
        if (from.account.number === company.phone) resolve(performance.now());
      }),
    );
    await away(() => answer(asked!, 'resposta'));
    expect((await sentAt) - openedAt).toBeGreaterThan(700);
  });

  it('H12, H20: a contact known by number first is written to under its LID', async () => {
    const bete = await customer('Bete');
    await world.sandbox.commands.configure({ number: bete.number, addressing: 'pn' });
    await bete.write('por número');
    const [first] = await once(['por número']);
    await answer(first!, 'uma resposta');
    await world.sandbox.commands.configure({ number: bete.number, addressing: 'lid' });
    await bete.write('por LID');
    const [second] = await once(['por LID']);
    expect(second?.contactId).toBe(first?.contactId);
    await answer(second!, 'outra resposta');
    const { lidJid } = world.sandbox.world.numbered(bete.number);
    for (const text of ['uma resposta', 'outra resposta'])
      expect(
        await world.sandbox.commands.waitForMessage({ number: bete.number, text, progress: 'delivered' }),
      ).toMatchObject({ chat: lidJid, retries: 0 });
  });

  it('H7, H17: after ten reconnects there is one socket, no await costs more, every message is stored once', async () => {
    await restart({ backoff: { minMs: 10, maxMs: 50 } });
    const caio = await customer('Caio');
    const sockets = () => queryObjects(WebSocketClient, { format: 'count' });
    const texts: string[] = [];
    const before = sockets();
    for (let round = 0; round < 10; round += 1) {
      texts.push(`volta ${round}`);
      await world.sandbox.commands.cutCompanions({ number: company.phone });
      await caio.write(`volta ${round}`);
      await once([`volta ${round}`]);
    }
    expect(await once(texts)).toHaveLength(10);
    const mine = [...world.sandbox.world.connections].filter(
      (connection) => connection.device?.account.number === company.phone,
    );
    expect(mine).toHaveLength(1);
    await eventually(
      async () => sockets(),
      (count) => count <= before + 1,
    );
    // H7: each watched await gets its own number, and the library's sockets watch where Node has to.
    await null;
    expect(executionAsyncId()).toBe(0);
  });

  it('H18: a session that was replaced waits before it comes back, and does not when somebody else has the lease', async () => {
    await restart({ replacedMs: 900 });
    const logins: number[] = [];
    world.sandbox.world.on('online', ({ account }) => {
      if (account.number === company.phone) logins.push(performance.now());
    });
    const login = (count: number) =>
      eventually(
        async () => logins.length,
        (all) => all === count,
      );
    const replace = async () => {
      const { connection } = device();
      await connection?.send(n('stream:error', {}, [n('conflict', { type: 'replaced' })]));
      connection?.close();
      return performance.now();
    };
    const first = await replace();
    await company.connectionWith((row) => row.status === 'OPENING' && row.reason === 'replaced');
    await login(1);
    expect(logins[0]! - first).toBeGreaterThan(800);

    await company.connectionWith(connected);
    const taken = performance.now();
    const { companyId, connectionId } = company;
    const until = new Date(Date.now() + 2_000);
    await holdLease(world.database.admin, { companyId, connectionId }, { owner: 'another', until });
    await replace();
    // No other process took it after all: the lease runs out, and is claimed again.
    await login(2);
    expect(logins[1]! - taken).toBeGreaterThan(2_000);
  });

  it('a chat between two of our own numbers is stored at both ends under the same ids', async () => {
    await restart({});
    await world.sandbox.commands.send({
      kind: 'text',
      from: neighbour.phone,
      to: company.phone,
      text: 'do celular da vizinha',
    });
    const [here] = await once(['do celular da vizinha']);
    const [there] = await once(['do celular da vizinha'], neighbour);
    expect([here?.fromMe, there?.fromMe]).toEqual([false, true]);
    expect(here?.waId).toBe(there?.waId);
    await answer(here!, 'daqui para lá');
    const [arrived] = await once(['daqui para lá'], neighbour);
    await answer(arrived!, 'de lá para cá', neighbour);
    const [back] = await once(['de lá para cá']);
    const both = async () => [...(await stored()), ...(await stored(neighbour))];
    const rows = await eventually(both, (all) =>
      ['daqui para lá', 'de lá para cá'].every((body) =>
        all.some((row) => row.body === body && row.fromMe && row.ack >= 3),
      ),
    );
    for (const body of ['daqui para lá', 'de lá para cá']) {
      const pair = rows.filter((row) => row.body === body);
      expect(pair.map(({ fromMe }) => fromMe).sort()).toEqual([false, true]);
      expect(new Set(pair.map(({ waId }) => waId)).size).toBe(1);
    }
    expect(back?.ticketId).toBe(here?.ticketId);
  });

  it('H15: no key, no number and no word of a customer in all that the library has logged', () => {
    const logged = world.logged().filter((line) => line.includes('whatsapp library'));
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.filter((line) => /Buffer|privKey|@lid|@s\.whatsapp|atras|oi, |55119\d/.test(line))).toEqual(
      [],
    );
  });

  it('H21: nothing that the network did not understand, and an empty journal', async () => {
    expect(await world.sandbox.commands.unhandled()).toEqual([]);
    await eventually(
      () => world.database.admin`select wa_id from inbound_journal`,
      (rows) => rows.length === 0,
    );
  });
});
