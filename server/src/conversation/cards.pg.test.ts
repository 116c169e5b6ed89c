import type { ReferralKind } from '@balcao/shared/features/messages/referral.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENVELOPES, SAMPLES } from '../../sandbox/phones/samples.ts';
import { createTestDatabase } from '../../test/database.ts';
import { eventually } from '../../test/eventually.ts';
import type { PhoneCompany } from '../../test/phone-company.ts';
import { type LocalWorld, QUICK, startWorld } from '../../test/world.ts';
import { hear, keyOf } from '../modules/bot/heard.ts';
import { startSessionWorker } from '../platform/workers.ts';
import type { SessionProcess } from '../sessions.ts';
import { addCustomer } from './testing/customer.ts';
import { type Sample, STORED_SAMPLES } from './testing/stored-samples.ts';

/** The ids behind what is tapped. */
const TAPS: Partial<Record<Sample, string>> = {
  listAnswer: 'a',
  buttonAnswer: '1',
  templateAnswer: '1',
};

/** What is told of the way to the shop. */
const WAYS: Partial<Record<Sample, ReferralKind>> = {
  ad: 'ad',
  adClick: 'ad',
  post: 'post',
  link: 'link',
  qrCode: 'qrCode',
  profile: 'profile',
  catalogue: 'catalogue',
  numberInText: 'number',
  search: 'search',
  status: 'status',
  group: 'group',
  otherWay: 'other',
};

/** What the bot hears before the lines of an order come. */
const HEARD_FIRST: Partial<Record<Sample, string>> = {
  order: 'Pedido do catálogo\nQuero estes, por favor\nR$ 45,90',
};

describe('cards over the wire', () => {
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

  it('are stored with their words, told to programs, seen in the list, and heard by the bot', async () => {
    const rita = await addCustomer(world, company, 'Rita', {});
    await rita.write({ kind: 'text', text: 'Olá' });
    await eventually(rita.tickets, ({ length }) => length === 1);
    // A bot gives up on whoever answers a menu forty times; several customers stand before it by turns. Nor does it show
    // its menu again and again, after which it would give up on a slow computer.
    await world.database
      .admin`update connections set bot_interval_minutes = 60 where id = ${company.connectionId}`;
    const listeners = await beforeMenu('Tina', 'Lia', 'Rui');
    await world.database.admin`update contacts set bot_disabled = true where number = ${rita.number}`;
    for (const [place, name] of SAMPLES.entries()) {
      const listener = listeners[place % listeners.length] ?? rita;
      const [id, heardId] = await Promise.all([
        rita.write({ kind: 'sample', name }),
        listener.write({ kind: 'sample', name }),
      ]);
      const [type, card, line, body] = STORED_SAMPLES[name];
      const tap = TAPS[name] ?? null;
      const way = WAYS[name] ?? null;
      const read = async () => {
        const [row] = await world.database.admin`
          select m.media_type as type, m.card ->> 'kind' as card, t.last_message as line, m.body, m.tap,
            webhook_about(m) #>> '{message,card,kind}' as told, webhook_about(m) #>> '{message,body}' as text,
            webhook_about(m) #>> '{message,tap}' as "toldTap", m.referral ->> 'kind' as way
          from messages m join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
          where m.wa_id = ${id}`;
        return row;
      };
      const row = await eventually(read, (found) => found?.body === body && found?.line === line);
      expect(row, name).toEqual({ type, card, line, body, tap, told: card, text: body, toldTap: tap, way });
      const words = type === 'chat' || card ? (HEARD_FIRST[name] ?? body) || null : null;
      const heard = `queueMenu null null ${keyOf(hear(words))}`;
      expect(await heardAt(heardId, heard), name).toBe(heard);
    }
    await world.database.admin`delete from connection_queues where queue_id = ${company.queues.sales}`;
    await world.database
      .admin`update connections set bot_interval_minutes = 0 where id = ${company.connectionId}`;
  });

  /** Customers who were shown the queues of the company. */
  async function beforeMenu(...names: string[]) {
    const { companyId, connectionId, queues } = company;
    await world.database.admin`insert into connection_queues (company_id, connection_id, queue_id)
      values (${companyId}, ${connectionId}, ${queues.sales})`;
    return Promise.all(
      names.map(async (name) => {
        const customer = await addCustomer(world, company, name, {});
        await customer.write({ kind: 'text', text: 'Olá' });
        await world.sandbox.commands.waitForMessage({
          number: customer.number,
          text: '[ 1 ] - Vendas\n[ 2 ] - Suporte',
        });
        return customer;
      }),
    );
  }

  /** What the bot has heard last, in which place, once this message came and it had the time to hear this. */
  async function heardAt(id: string, expected: string): Promise<string | null | undefined> {
    const read = () => world.database.admin<{ heard: string | null }[]>`
      select t.bot_heard as heard
      from messages m join tickets t on t.company_id = m.company_id and t.id = m.ticket_id where m.wa_id = ${id}`;
    const [row] = await eventually(read, ([found]) => found?.heard === expected);
    return row?.heard;
  }

  it('are heard when they can be read at last', async () => {
    const [nadia] = await beforeMenu('Nádia');
    const id = await nadia!.write({ kind: 'text', text: '2', corrupt: true });
    const read = () => world.database.admin<{ body: string; queueId: number | null }[]>`
      select m.body, t.queue_id::int as "queueId"
      from messages m join tickets t on t.company_id = m.company_id and t.id = m.ticket_id where m.wa_id = ${id}`;
    expect(await eventually(read, ([row]) => row?.queueId !== null && row?.body === '2')).toEqual([
      { body: '2', queueId: company.queues.support },
    ]);
    await world.database.admin`delete from connection_queues where queue_id = ${company.queues.sales}`;
  });

  it('are the same in whatever they are packed', async () => {
    const hugo = await addCustomer(world, company, 'Hugo', {});
    const ids = await Promise.all(
      ENVELOPES.map((envelope) => hugo.write({ kind: 'sample', name: 'pix', inside: [envelope] })),
    );
    ids.push(await hugo.write({ kind: 'sample', name: 'pix', inside: [...ENVELOPES] }));
    const stored = () => world.database.admin<{ card: string; body: string }[]>`
      select card ->> 'kind' as card, body from messages where wa_id = any (${ids})`;
    const rows = await eventually(stored, ({ length }) => length === ids.length);
    const [, card, , body] = STORED_SAMPLES.pix;
    expect(rows.filter((row) => row.card !== card || row.body !== body)).toEqual([]);
  });

  it('are plain words again when they are edited: what was shown beside them is old', async () => {
    const davi = await addCustomer(world, company, 'Davi', {});
    const target = await davi.write({ kind: 'sample', name: 'template' });
    await davi.write({ kind: 'edit', target, text: 'Sua fatura foi paga.' });
    const edited = () => world.database.admin`
      select body, card, is_edited as "isEdited" from messages where wa_id = ${target}`;
    expect(await eventually(edited, ([row]) => row?.isEdited === true)).toEqual([
      { body: 'Sua fatura foi paga.', card: null, isEdited: true },
    ]);
  });

  describe('the lines of an order', () => {
    const bare = HEARD_FIRST.order;
    const [, , , whole] = STORED_SAMPLES.order;
    const stored = (id: string) => async () =>
      (await world.database.admin<{ body: string }[]>`select body from messages where wa_id = ${id}`)[0]
        ?.body;
    const kept = async () => (await world.database.admin`select from inbound_journal`).count;
    const restart = async (orderMs: number) => {
      await sessions.stop();
      sessions = await world.startSessions({ session: { ...QUICK.session, orderMs } });
    };

    it('come late, and keep nothing back meanwhile', async () => {
      const ines = await addCustomer(world, company, 'Inês', {});
      await restart(60_000);
      world.sandbox.world.orderDelayMs = 2_000;
      const order = await ines.write({ kind: 'sample', name: 'order' });
      const text = await ines.write({ kind: 'text', text: 'Recebeu?' });
      expect(await eventually(stored(text), Boolean)).toBe('Recebeu?');
      expect(await stored(order)()).toBe(bare);
      expect(await eventually(stored(order), (body) => body === whole)).toBe(whole);
      // Another message is the newest one, and stays it.
      expect((await ines.tickets())[0]?.last).toBe('Recebeu?');
    });

    it('are asked for again by the next session when the one before had no answer yet', async () => {
      const nuno = await addCustomer(world, company, 'Nuno', {});
      world.sandbox.world.orderDelayMs = null;
      const order = await nuno.write({ kind: 'sample', name: 'order' });
      expect(await eventually(stored(order), Boolean)).toBe(bare);
      await expect.poll(kept).toBe(1);
      world.sandbox.world.orderDelayMs = 0;
      await restart(60_000);
      expect(await eventually(stored(order), (body) => body === whole)).toBe(whole);
      await expect.poll(kept, { timeout: 10_000 }).toBe(0);
    });

    it('are asked for again when the process that asked was killed', async () => {
      const { database, config, sandbox } = world;
      const rui = await addCustomer(world, company, 'Rui', {});
      await sessions.stop();
      const log = pino({ level: 'silent' });
      const worker = startSessionWorker({ config, databaseUrl: database.url, log });
      try {
        await worker.ready;
        sandbox.world.orderDelayMs = null;
        const asked = sandbox.world.orderQuestions;
        const order = await rui.write({ kind: 'sample', name: 'order' });
        expect(await eventually(stored(order), Boolean)).toBe(bare);
        await expect.poll(() => sandbox.world.orderQuestions).toBe(asked + 1);
        expect(await kept()).toBe(1);
        sandbox.world.orderDelayMs = 0;
        const [lease] = await database.admin`select owner from connection_leases`;
        process.kill(Number(lease?.owner.split('/')[1]), 'SIGKILL');
        // As if the dead process's seconds were over.
        await database.admin`update processes set expires_at = '-infinity'`;
        expect(await eventually(stored(order), (body) => body === whole, 30_000)).toBe(whole);
        await expect.poll(kept, { timeout: 10_000 }).toBe(0);
      } finally {
        await worker.stop();
        sessions = await world.startSessions();
      }
    });

    it('are not known where WhatsApp does not say them: then the message says how many', async () => {
      const olga = await addCustomer(world, company, 'Olga', {});
      await restart(300);
      world.sandbox.world.orderDelayMs = null;
      const asked = world.sandbox.world.orderQuestions;
      const order = await olga.write({ kind: 'sample', name: 'order' });
      await expect.poll(() => world.sandbox.world.orderQuestions).toBe(asked + 1);
      await expect.poll(kept, { timeout: 10_000 }).toBe(0);
      const [row] = await world.database.admin`
        select body, (card ->> 'itemCount')::int as items from messages where wa_id = ${order}`;
      expect(row).toEqual({ body: bare, items: 4 });
      world.sandbox.world.orderDelayMs = 0;
    });
  });
});
