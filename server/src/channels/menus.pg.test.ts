import { listMessages } from '@balcao/shared/features/messages/calls.ts';
import { AUTOMATIC_TEXTS } from '@balcao/shared/text/variables.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { insertedId } from '../../test/fixtures.ts';
import { newNumber } from '../../test/phone-company.ts';
import { sampleOf } from '../../test/sample.ts';
import { telegramPeople } from '../../test/services/telegram-people.ts';
import { cloudPeople } from '../../test/services/whatsapp-cloud-people.ts';
import { tapOf } from '../platform/db/menu-taps.ts';
import {
  admin,
  api,
  company,
  hold,
  letGo,
  linkAll,
  linked,
  prepare,
  services,
  sql,
  world,
} from './testing/sides.ts';

/** The bot's menus where a messenger shows them to tap: over the real protocols, whatever people tap and when. */

prepare();
beforeAll(async () => {
  await linkAll();
  const { companyId, queues } = company;
  for (const connectionId of [linked.botId, linked.cloudId]) {
    await sql()`insert into connection_queues (company_id, connection_id, queue_id)
      select ${companyId}, ${connectionId}, id from queues where company_id = ${companyId}
        and id in (${queues.sales}, ${queues.support}) on conflict do nothing`;
    await sql()`update connections set greeting_message = 'Olá!', bot_sends = 20 where id = ${connectionId}`;
  }
  await sql()`update queues set order_queue = case when name = 'Vendas' then 1 else 2 end where company_id = ${companyId}`;
  const prices = await option(1, 'Preços', { message: 'De que tipo?' });
  await option(2, 'Falar com alguém');
  for (const [place, title] of ['Atacado', 'Varejo', LONG].entries())
    await option(place + 1, title, { parent_id: prices });
});

const LONG = 'Condições para revendedores do interior';
const { optionPassed } = AUTOMATIC_TEXTS.pt.bot;

function option(place: number, title: string, more: object = {}): Promise<number> {
  const { companyId, queues } = company;
  const row = { company_id: companyId, queue_id: queues.sales, option: place, title, ...more };
  return insertedId(sql()`insert into queue_options ${sql()(row)} returning id`);
}

/** A menu as the customer has it. */
interface Shown {
  text: string;
  labels: string[];
  shape: string;
}

interface Tapper {
  who: string;
  says(text: string): Promise<unknown>;
  menus(): Promise<Shown[]>;
  /** @param menu which of them, counted from the first; the last one unless said otherwise */
  taps(label: string, menu?: number): Promise<unknown>;
  /** Taps with an id that the customer has made up. */
  forges(label: string, tap: string): Promise<unknown>;
  /** Texts without anything to tap. */
  texts(): Promise<string[]>;
}

interface Side {
  connectionId(): number;
  identity: string;
  tapper(): Tapper;
}

let people = 61_000_000;
const SIDES: Record<'Cloud API' | 'Telegram', Side> = {
  'Cloud API': {
    connectionId: () => linked.cloudId,
    identity: 'phone',
    tapper() {
      const customer = cloudPeople(services.url).customer(newNumber(), 'Ana');
      return {
        ...customer,
        texts: customer.has,
        menus: async () =>
          (await customer.menus()).map(({ shown, body, choices }) => ({
            text: shown,
            labels: choices,
            shape: (body.interactive as { type: string }).type,
          })),
        taps: async (label, menu) =>
          customer.taps(label, menu === undefined ? undefined : (await customer.menus())[menu]),
        forges: (title, id) =>
          customer.tell({
            message: {
              type: 'interactive',
              interactive: { type: 'button_reply', button_reply: { id, title } },
            },
          }),
      };
    },
  },
  Telegram: {
    connectionId: () => linked.botId,
    identity: 'telegram',
    tapper() {
      const customer = telegramPeople(services.url).customer(++people, 'Ana');
      return {
        ...customer,
        texts: customer.has,
        menus: async () =>
          (await customer.menus()).map(({ params, choices }) => ({
            text: String(params.text),
            labels: choices,
            shape: 'keyboard',
          })),
        taps: async (label, menu) => {
          const on = menu === undefined ? undefined : (await customer.menus())[menu];
          return customer.taps(label, on ? { menu: on } : {});
        },
        forges: (label, data) => customer.taps(label, { data }),
      };
    },
  },
};

const DEATHS = ['bot.decided', 'bot.written', 'receive.committed'];

const TICKET = ['Menu principal'];
const QUEUES = ['Vendas', 'Suporte'];
const SALES = ['Preços', 'Falar com alguém', ...TICKET];
const PRICES = ['Atacado', 'Varejo', LONG, 'Voltar', ...TICKET];

describe.each(Object.entries(SIDES))('on %s', (name, side) => {
  async function ticketOf({ who }: Tapper) {
    const find = () => sql()<{ id: number; uuid: string; queueId: number | null; answerer: string }[]>`
      select t.id::int, t.uuid, t.queue_id::int as "queueId", t.answerer from contact_identities i
      join tickets t on t.company_id = i.company_id and t.contact_id = i.contact_id
      where i.kind = ${side.identity} and i.value like ${`%${who.slice(-8)}`} and t.connection_id = ${side.connectionId()}`;
    const [ticket] = await eventually(find, ({ length }) => length === 1);
    if (!ticket) throw new Error('unreachable');
    const rows = () => sql()<
      { id: string; body: string; tap: string | null; quoted: string | null; fromMe: boolean }[]
    >`
      select id, body, tap, quoted_id as quoted, from_me as "fromMe" from messages
      where ticket_id = ${ticket.id} and state <> 'local' order by created_at, id`;
    const chosen = async () =>
      (
        await sql()<{ name: string }[]>`
          select body::json ->> 'name' as name from messages
          where ticket_id = ${ticket.id} and media_type = 'event' and body::json ->> 'kind' = 'chose'
          order by created_at, id`
      ).map((event) => event.name);
    /** The menu was shown long enough ago that nobody is still writing. */
    const later = () =>
      sql()`update tickets set bot_menu_at = bot_menu_at - interval '1 minute' where id = ${ticket.id}`;
    const heard = (count: number) =>
      eventually(rows, (all) => all.filter(({ fromMe }) => !fromMe).length === count);
    return { id: ticket.id, now: async () => (await find())[0], rows, chosen, later, heard };
  }

  /** A customer who stands before the menu of queues. */
  async function greeted() {
    const ana = side.tapper();
    await ana.says('oi');
    await eventually(ana.menus, ({ length }) => length === 1);
    return { ana, ticket: await ticketOf(ana) };
  }
  const lastMenu = (ana: Tapper, count: number) =>
    eventually(ana.menus, ({ length }) => length === count).then((all) => all.at(-1));

  it('a menu is tapped, and its words stand in the conversation as if they had been written', async () => {
    const { ana, ticket } = await greeted();
    const native = name === 'Cloud API';
    expect(await ana.menus()).toEqual([
      {
        text: native ? 'Olá!' : 'Olá!\n\n[ 1 ] - Vendas\n[ 2 ] - Suporte',
        labels: QUEUES,
        shape: native ? 'button' : 'keyboard',
      },
    ]);
    await ana.taps('Vendas');
    expect(await lastMenu(ana, 2)).toMatchObject({ labels: SALES, shape: native ? 'button' : 'keyboard' });
    await ana.taps('Preços');
    expect(await lastMenu(ana, 3)).toMatchObject({ labels: PRICES, shape: native ? 'list' : 'keyboard' });
    await ana.taps(LONG);
    await eventually(ticket.now, (now) => now?.answerer === 'nobody');
    expect(await ticket.chosen()).toEqual(['Vendas', 'Preços', LONG]);
    const rows = await ticket.rows();
    expect(rows.map(({ body }) => body)).toEqual([
      'oi',
      'Olá!\n\n[ 1 ] - Vendas\n[ 2 ] - Suporte',
      'Vendas',
      '[ 1 ] - Preços\n[ 2 ] - Falar com alguém\n[ # ] - Menu principal',
      'Preços',
      `De que tipo?\n\n[ 1 ] - Atacado\n[ 2 ] - Varejo\n[ 3 ] - ${LONG}\n[ 0 ] - Voltar\n[ # ] - Menu principal`,
      LONG,
    ]);
    expect(rows[2]).toMatchObject({ quoted: rows[1]?.id, tap: expect.stringMatching(/^menu\./) });
    const { messages } = await api.call(listMessages, {
      params: { ticketId: String(ticket.id) },
      query: {},
      token: admin,
    });
    expect(messages.find(({ body }) => body === 'Vendas')?.tap).toBe(rows[2]?.tap);
  });

  it('of two taps one runs, and one of an earlier menu is answered with where the customer is', async () => {
    const { ana, ticket } = await greeted();
    await Promise.all([ana.taps('Vendas'), ana.taps('Vendas')]);
    await ticket.heard(3);
    expect(await lastMenu(ana, 2)).toMatchObject({ labels: SALES });
    await ticket.later();
    await ana.taps('Suporte', 0);
    expect(await lastMenu(ana, 3)).toMatchObject({
      labels: SALES,
      text: expect.stringContaining(optionPassed),
    });
    await ana.taps('Preços');
    await lastMenu(ana, 4);
    await ana.taps('Voltar');
    await lastMenu(ana, 5);
    // It stands before the same question again, and this menu has been answered.
    await ticket.later();
    await ana.taps('Falar com alguém', 2);
    expect(await lastMenu(ana, 6)).toMatchObject({ labels: SALES });
    expect(await ticket.chosen()).toEqual(['Vendas', 'Preços']);
    expect(await ticket.now()).toMatchObject({ queueId: company.queues.sales, answerer: 'optionTree' });
  });

  it('an option that was renamed or deleted chooses nothing, not even the only one that is left', async () => {
    const { ana, ticket } = await greeted();
    await ana.taps('Vendas');
    await lastMenu(ana, 2);
    const { companyId, queues } = company;
    const rename = (from: string, to: string) =>
      sql()`update queue_options set title = ${to} where company_id = ${companyId} and title = ${from}`;
    await rename('Preços', 'Cancelar');
    await ana.taps('Preços');
    expect(await lastMenu(ana, 3)).toMatchObject({ labels: ['Cancelar', ...SALES.slice(1)] });
    const gone = { company_id: companyId, queue_id: queues.sales, option: 2 };
    await sql()`update queue_options set queue_id = ${queues.support}, option = 9 where company_id = ${companyId} and title = 'Falar com alguém'`;
    await ana.taps('Falar com alguém');
    expect(await lastMenu(ana, 4)).toMatchObject({
      labels: TICKET,
      text: expect.stringContaining(optionPassed),
    });
    expect(await ticket.chosen()).toEqual(['Vendas']);
    await sql()`update queue_options set ${sql()(gone)} where company_id = ${companyId} and title = 'Falar com alguém'`;
    await rename('Cancelar', 'Preços');
  });

  it('an id that somebody made up, or has from elsewhere, chooses nothing', async () => {
    const other = await greeted();
    const { ana, ticket } = await greeted();
    const [theirs] = (await other.ticket.rows()).filter(({ fromMe }) => fromMe);
    for (const tap of [
      tapOf(theirs?.id ?? '', 0),
      tapOf(crypto.randomUUID(), 1),
      'menu.aaaaaaaaaaaaaaaaaaaaaa.999',
    ]) {
      await ticket.later();
      await ana.forges('Suporte', tap);
    }
    await ticket.heard(4);
    expect(await ticket.now()).toMatchObject({ queueId: null, answerer: 'queueMenu' });
    expect(await ticket.chosen()).toEqual([]);
    // What is no menu of ours reads as its words.
    await (name === 'Cloud API' ? ana.forges('Suporte', 'promo-2026') : ana.says('Suporte'));
    await eventually(ticket.now, (now) => now?.queueId === company.queues.support);
  });

  it('what an agent has is a message like others, and one that was answered by words stays so', async () => {
    const { ana, ticket } = await greeted();
    await ana.says('2');
    await eventually(ticket.now, (now) => now?.queueId === company.queues.support);
    await sql()`update tickets set status = 'open', user_id = ${company.admin.id} where id = ${ticket.id}`;
    await ana.taps('Vendas', 0);
    const rows = await ticket.heard(3);
    expect(rows.at(-1)).toMatchObject({ body: 'Vendas', fromMe: false });
    expect(await ticket.now()).toMatchObject({ queueId: company.queues.support });
    expect(await ticket.chosen()).toEqual(['Suporte']);
  });

  it.each(sampleOf(DEATHS, 1, `deaths at a tap, ${name}`))(
    'a process that dies at %s runs the option once',
    async (step) => {
      const { ana, ticket } = await greeted();
      await letGo();
      const worker = world.startWorker({ env: { BALCAO_FAILPOINT: `${step}:1` } });
      await worker.ready;
      await ana.taps('Vendas');
      await worker.ended;
      await world.killWorker(worker);
      await hold();
      expect(await lastMenu(ana, 2)).toMatchObject({ labels: SALES });
      expect(await ticket.chosen()).toEqual(['Vendas']);
      await ana.taps('Preços');
      expect(await lastMenu(ana, 3)).toMatchObject({ labels: PRICES });
      expect((await ticket.heard(3)).filter(({ body }) => body === 'Vendas')).toHaveLength(1);
    },
  );
});

it('what Meta takes is offered to tap; what it does not, or refuses after all, is said in words', async () => {
  const { companyId, queues } = company;
  const side = SIDES['Cloud API'];
  const greet = async () => {
    const ana = side.tapper();
    await ana.says('oi');
    return ana;
  };
  const rename = (to: string) => sql()`update queues set name = ${to} where id = ${queues.support}`;
  for (const called of ['x'.repeat(73), 'vendas', `${LONG}!`, `${LONG}?`]) {
    await rename(called);
    const isList = called.startsWith(LONG);
    const ana = await greet();
    if (isList)
      expect((await eventually(ana.menus, ({ length }) => length === 1))[0]).toMatchObject({
        labels: ['Vendas', called],
        shape: 'list',
      });
    else
      expect(await eventually(ana.texts, ({ length }) => length === 1)).toEqual([
        `Olá!\n\n[ 1 ] - Vendas\n[ 2 ] - ${called}`,
      ]);
  }
  await rename('Suporte');
  await cloudPeople(services.url).next({ error: { status: 400, code: 131_009 } });
  const refused = await greet();
  expect(await eventually(refused.texts, ({ length }) => length === 1)).toEqual([
    'Olá!\n\n[ 1 ] - Vendas\n[ 2 ] - Suporte',
  ]);
  const places = [4, 5, 6, 7, 8, 9, 10, 11, 12];
  await sql()`insert into queue_options (company_id, queue_id, option, title)
    select ${companyId}, ${queues.sales}, place, 'Outra ' || place from unnest(${places}::int[]) place`;
  const ana = await greet();
  await eventually(ana.menus, ({ length }) => length === 1);
  await ana.taps('Vendas');
  expect(await eventually(ana.texts, ({ length }) => length === 1)).toEqual([
    expect.stringContaining('[ 12 ] - Outra 12'),
  ]);
});

it('Telegram’s button stops waiting when its tap is stored', async () => {
  const ana = telegramPeople(services.url).customer(++people, 'Bia');
  await ana.says('oi');
  await eventually(ana.menus, ({ length }) => length === 1);
  await ana.taps('Vendas');
  await eventually(ana.menus, ({ length }) => length === 2);
  await eventually(ana.waiting, ({ length }) => length === 0);
});
