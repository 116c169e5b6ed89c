import {
  createConnection,
  deleteConnection,
  endSession,
  renewSession,
  startSession,
  updateConnection,
} from '@balcao/shared/api/connections.ts';
import { updateTicket } from '@balcao/shared/api/tickets.ts';
import { MUTATION_NAMES, type MutationName } from '@balcao/shared/sync/mutations.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ChannelError,
  type ChannelEvent,
  type ChatAddress,
  type InboundContent,
  type MessageChange,
} from '../../server/src/channels/channel.ts';
import { createMediaFetcher } from '../../server/src/conversation/media.ts';
import { createOutbox } from '../../server/src/conversation/outbox.ts';
import type { Tx } from '../../server/src/platform/db/client.ts';
import { changeTicket, joinQueue } from '../../server/src/sync/testing/data.ts';
import { startApi } from '../../server/test/api.ts';
import { type CompanyFixture, createUser, givePlan } from '../../server/test/fixtures.ts';
import { DEEP, SEED } from '../../server/test/sample.ts';
import { createLiveChannel, createLiveIntake, type LiveChannel, phone } from './live/channel.ts';
import { createLiveConsole, type LiveConsole, shownConversations, shownRows } from './live/console.ts';
import { type LiveApi, openLiveApi } from './live/live-api.ts';

let server: LiveApi;
let company: CompanyFixture;
let channel: LiveChannel;
let file: () => Uint8Array;
/** Ana serves one queue, Bruno the other, the admin sees everything. */
let ana: LiveConsole;
let boss: LiveConsole;
let watchers: LiveConsole[];

beforeAll(async () => {
  server = await openLiveApi(await startApi());
  company = await server.company('Padaria');
  await givePlan(server.admin, company.companyId);
  channel = createLiveChannel(createLiveIntake(server), company.companyId, company.connectionId, () =>
    file(),
  );
  watchers = await Promise.all(
    [company.ana, company.bruno, company.admin].map(async (user) => {
      const console = createLiveConsole(server.url, await server.seat(user));
      console.sync.start();
      await console.settle();
      return console;
    }),
  );
  [ana, , boss] = watchers as [LiveConsole, LiveConsole, LiveConsole];
});
afterAll(async () => {
  for (const console of watchers) console.remove();
  await server.stop();
});

const sql = <T>(work: (tx: Tx) => Promise<T>) => server.db.withCompany(company.companyId, work);
const run = (statement: (tx: Tx) => PromiseLike<unknown>) =>
  sql(async (tx) => {
    await statement(tx);
  });

interface Customer {
  chat: ChatAddress;
  ticketId: number;
  contactId: number;
  /** The id of the first message. */
  waId: string;
}

let customers = 0;
/** A customer who has written once and has no answer yet. */
async function customer(): Promise<Customer> {
  customers += 1;
  const number = `55119${String(80_000_000 + customers)}`;
  const chat = phone(number);
  const waId = await channel.receive(chat, 'bom dia', { authorName: `Cliente ${customers}` });
  const [ticket] = await server.admin`
    select t.id, t.contact_id from tickets t join contacts c on c.id = t.contact_id where c.number = ${number}`;
  return { chat, waId, ticketId: Number(ticket?.id), contactId: Number(ticket?.contact_id) };
}
/** A customer whom Ana is serving. */
async function served(): Promise<Customer> {
  const made = await customer();
  await changeTicket(server.db, company, made.ticketId, { status: 'open', userId: company.ana.id });
  return made;
}
async function closed(): Promise<Customer> {
  const made = await served();
  await run(
    (tx) => tx`update tickets set status = 'closed', unread_messages = 0, closed_at = now()
    where id = ${made.ticketId}`,
  );
  return made;
}
/** Sent by Ana and accepted by WhatsApp under the returned id. */
async function answered(made: Customer): Promise<{ id: string; waId: string }> {
  const id = uuidv7();
  const waId = `WA-${id}`;
  await run(
    (
      tx,
    ) => tx`insert into messages (company_id, id, ticket_id, contact_id, connection_id, user_id, from_me, body, state,
        ack, read, wa_id, created_at)
      values (${company.companyId}, ${id}, ${made.ticketId}, ${made.contactId}, ${company.connectionId},
        ${company.ana.id}, true, 'pois não', 'sent', 2, true, ${waId}, now())`,
  );
  return { id, waId };
}
const PLAN = { body: 'Até amanhã!', sendAt: '2040-01-01T12:00:00Z', mediaId: null };
/** Ana's, for a customer whom she is serving. */
async function planned() {
  const [{ contactId }, id] = [await served(), uuidv7()];
  await run(
    (tx) => tx`insert into schedules (company_id, id, contact_id, user_id, body, send_at, due_at)
      values (${company.companyId}, ${id}, ${contactId}, ${company.ana.id}, 'Até logo!', '2040-01-01', '2040-01-01')`,
  );
  return { id, contactId };
}
/** A message in Ana's ticket. */
async function withAnswer() {
  const made = await served();
  return { ticketId: made.ticketId, id: (await answered(made)).id };
}
const textTo = ({ ticketId }: Customer, body: string) => ({
  id: uuidv7(),
  ticketId,
  body,
  mediaId: null,
  quotedMsgId: null,
});
const image = (): InboundContent => ({
  kind: 'image',
  text: 'veja',
  mime: 'image/png',
  fileName: '',
  size: 3,
  sha256: null,
  width: 1,
  height: 1,
  seconds: null,
  voice: false,
  waveform: null,
  source: new Uint8Array(8),
});
const mediaIn = async (state: string) => {
  const fetcher = createMediaFetcher({ ...server.deps, limitBytes: 1_000 }, channel.session);
  fetcher.poke();
  await expect
    .poll(async () => (await server.admin`select from media where state = ${state}`).count, {
      timeout: 5_000,
    })
    .toBeGreaterThan(0);
  await fetcher.close();
};

interface Case {
  what: string;
  /** Prepares the state before. @returns the change itself */
  given(): Promise<() => unknown>;
  /** An agent's view changes as a whole. */
  newView?: true;
  /** The rows stay unchanged. */
  noChange?: true;
}
const given =
  <T>(prepare: () => Promise<T>, act: (prepared: T) => unknown) =>
  async () => {
    const prepared = await prepare();
    return () => act(prepared);
  };
const nothing = async () => undefined;

const COMMANDS: Record<MutationName, Case[]> = {
  'ticket.accept': [
    {
      what: 'a waiting ticket',
      given: given(customer, ({ ticketId }) => ana.sync.enqueue('ticket.accept', { ticketId })),
    },
    {
      what: "a colleague's ticket, which is refused",
      given: given(served, ({ ticketId }) => boss.sync.enqueue('ticket.accept', { ticketId })),
      noChange: true,
    },
  ],
  'ticket.close': [
    {
      what: 'an own ticket with unread messages',
      given: given(served, ({ ticketId }) => ana.sync.enqueue('ticket.close', { ticketId })),
    },
    {
      what: 'a waiting ticket',
      given: given(customer, ({ ticketId }) => ana.sync.enqueue('ticket.close', { ticketId })),
    },
  ],
  'ticket.reopen': [
    {
      what: 'by the same agent',
      given: given(closed, ({ ticketId }) => ana.sync.enqueue('ticket.reopen', { ticketId })),
    },
    {
      what: 'by another agent, who has not followed it',
      given: given(closed, ({ ticketId }) => boss.sync.enqueue('ticket.reopen', { ticketId })),
    },
  ],
  'ticket.markRead': [
    {
      what: 'an own ticket',
      given: given(served, ({ ticketId }) => ana.sync.enqueue('ticket.markRead', { ticketId })),
    },
    {
      what: 'a waiting ticket, which changes nothing',
      given: given(customer, ({ ticketId }) => ana.sync.enqueue('ticket.markRead', { ticketId })),
      noChange: true,
    },
  ],
  'ticket.setTags': [
    {
      what: 'one more and one less',
      given: given(
        async () => {
          const { ticketId } = await served();
          const tagIds = [await tag('novo'), await tag('pago')];
          await run(
            (tx) => tx`insert into ticket_tags values (${company.companyId}, ${ticketId}, ${tagIds[0] ?? 0})`,
          );
          return { ticketId, tagIds: tagIds.slice(1) };
        },
        (args) => ana.sync.enqueue('ticket.setTags', args),
      ),
    },
    {
      what: 'one more, by somebody who has not seen the one that it got meanwhile',
      given: given(
        async () => {
          const { ticketId } = await served();
          const [quitado, visto] = [await tag('quitado'), await tag('visto')];
          await run((tx) => tx`insert into ticket_tags values (${company.companyId}, ${ticketId}, ${visto})`);
          return { ticketId, tagIds: [quitado], before: [] };
        },
        (args) => ana.sync.enqueue('ticket.setTags', args),
      ),
    },
    {
      what: 'a tag that is gone, which is refused',
      given: given(served, ({ ticketId }) =>
        ana.sync.enqueue('ticket.setTags', { ticketId, tagIds: [987_654] }),
      ),
      noChange: true,
    },
  ],
  'contact.update': [
    {
      what: 'somebody whom one is answering',
      given: given(served, ({ contactId }) =>
        ana.sync.enqueue('contact.update', {
          contactId,
          change: {
            name: 'Maria da Silva',
            notes: 'prefers mornings',
            extraInfo: [{ name: 'CPF', value: '1' }],
          },
        }),
      ),
    },
  ],
  'ticket.transfer': [
    {
      what: 'to another queue',
      given: given(served, ({ ticketId }) =>
        ana.sync.enqueue('ticket.transfer', { ticketId, userId: null, queueId: company.queues.sales }),
      ),
    },
    {
      what: 'a waiting ticket, by an admin, to an agent of its queue',
      given: given(customer, ({ ticketId }) =>
        boss.sync.enqueue('ticket.transfer', { ticketId, userId: company.ana.id, queueId: null }),
      ),
    },
    {
      what: 'to an agent in his queue',
      given: given(served, ({ ticketId }) =>
        ana.sync.enqueue('ticket.transfer', {
          ticketId,
          userId: company.bruno.id,
          queueId: company.queues.sales,
        }),
      ),
    },
    {
      what: 'to an agent who does not serve its queue, which is refused',
      given: given(served, ({ ticketId }) =>
        ana.sync.enqueue('ticket.transfer', { ticketId, userId: company.bruno.id, queueId: null }),
      ),
      noChange: true,
    },
  ],
  'ticket.return': [
    {
      what: 'an own ticket',
      given: given(served, ({ ticketId }) => ana.sync.enqueue('ticket.return', { ticketId })),
    },
  ],
  'note.add': [
    {
      what: 'in an own ticket',
      given: given(served, ({ ticketId }) =>
        ana.sync.enqueue('note.add', { id: uuidv7(), ticketId, body: 'cliente antigo' }),
      ),
    },
    {
      what: "in a colleague's ticket",
      given: given(served, ({ ticketId }) =>
        boss.sync.enqueue('note.add', { id: uuidv7(), ticketId, body: 'ofereça 10%' }),
      ),
    },
  ],
  'schedule.create': [
    {
      what: 'for somebody whom one is answering',
      given: given(served, ({ contactId }) =>
        ana.sync.enqueue('schedule.create', { ...PLAN, id: uuidv7(), contactId }),
      ),
    },
  ],
  'schedule.update': [
    {
      what: 'an own one',
      given: given(planned, (args) => ana.sync.enqueue('schedule.update', { ...PLAN, ...args })),
    },
    {
      what: 'one that was sent meanwhile, which is refused',
      given: given(
        async () => {
          const args = await planned();
          await run(
            (tx) => tx`update schedules set status = 'ENVIADA', sent_at = now() where id = ${args.id}`,
          );
          return args;
        },
        (args) => boss.sync.enqueue('schedule.update', { ...PLAN, ...args }),
      ),
      noChange: true,
    },
  ],
  'schedule.cancel': [
    {
      what: "a colleague's",
      given: given(planned, ({ id }) => boss.sync.enqueue('schedule.cancel', { id })),
    },
  ],
  'message.retry': [
    {
      what: 'a message that WhatsApp has refused',
      given: given(
        async () => {
          const made = await served();
          const { id } = await answered(made);
          await run(
            (tx) => tx`update messages set state = 'failed', ack = 0, error_code = 'ERR_WAPP_INVALID_CONTACT'
              where id = ${id}`,
          );
          return { id, ticketId: made.ticketId };
        },
        (args) => ana.sync.enqueue('message.retry', args),
      ),
    },
  ],
  'message.forward': [
    {
      what: 'a text of one customer to another',
      given: given(
        async () => ({ ofId: (await answered(await served())).id, ticketId: (await served()).ticketId }),
        (args) => ana.sync.enqueue('message.forward', { ...args, id: uuidv7() }),
      ),
    },
  ],
  'message.forwardTo': [
    {
      what: 'to somebody who waits, who is accepted by it',
      given: given(
        async () => ({
          ofId: (await answered(await served())).id,
          contactId: (await customer()).contactId,
        }),
        (args) => ana.sync.enqueue('message.forwardTo', { ...args, id: uuidv7() }),
      ),
    },
  ],
  'message.delete': [
    { what: 'of ours', given: given(withAnswer, (args) => ana.sync.enqueue('message.delete', args)) },
  ],
  'message.edit': [
    {
      what: 'a text of ours',
      given: given(withAnswer, (args) => ana.sync.enqueue('message.edit', { ...args, body: 'quis dizer' })),
    },
  ],
  'message.react': [
    {
      what: 'to a message, and back',
      given: given(withAnswer, (args) => {
        ana.sync.enqueue('message.react', { ...args, emoji: '👍' });
        ana.sync.enqueue('message.react', { ...args, emoji: '' });
        ana.sync.enqueue('message.react', { ...args, emoji: '❤️' });
      }),
    },
  ],
  'message.send': [
    {
      what: 'a text',
      given: given(served, (made) => ana.sync.enqueue('message.send', textTo(made, 'olá'))),
    },
    {
      what: "a text by an admin in a colleague's ticket",
      given: given(served, (made) => boss.sync.enqueue('message.send', textTo(made, 'aqui é o gerente'))),
    },
    {
      what: 'a file',
      given: given(served, async (made) => {
        const mediaId = uuidv7();
        await ana.seat.upload(mediaId, PNG);
        ana.sync.enqueue('message.send', { ...textTo(made, ''), mediaId });
      }),
    },
  ],
};

const changed = (change: MessageChange) =>
  given(served, ({ chat, waId }) => {
    const ref = { id: waId, fromMe: false, participant: '' };
    return channel.handle({ kind: 'message.changed', chat, ref, change });
  });

const EVENTS: Record<ChannelEvent['kind'], Case[]> = {
  'message.received': [
    {
      what: 'the first of a new customer',
      given: given(nothing, () => channel.receive(phone('5511988887777'), 'oi')),
    },
    {
      what: 'in a waiting ticket, with another name',
      given: given(customer, ({ chat }) => channel.receive(chat, 'e aí?', { authorName: 'Outro Nome' })),
    },
    { what: "in an agent's ticket", given: given(served, ({ chat }) => channel.receive(chat, 'e aí?')) },
    {
      what: 'that reopens a ticket',
      given: given(closed, ({ chat }) => channel.receive(chat, 'mais uma coisa')),
    },
    { what: 'with a file', given: given(served, ({ chat }) => channel.receive(chat, image())) },
    {
      what: 'written on the phone',
      given: given(served, ({ chat }) => channel.receive(chat, 'do celular', { fromMe: true })),
    },
    {
      what: 'whose content comes later',
      given: given(
        async () => {
          const made = await customer();
          const id = await channel.receive(made.chat, { kind: 'unavailable' });
          return { ...made, id };
        },
        ({ chat, id }) => channel.receive(chat, 'agora sim', { id }),
      ),
    },
    {
      what: 'in a ticket of the other queue',
      given: given(
        async () => {
          const made = await customer();
          await changeTicket(server.db, company, made.ticketId, { queueId: company.queues.sales });
          return made;
        },
        ({ chat }) => channel.receive(chat, 'segue'),
      ),
    },
  ],
  'chat.history': [
    {
      what: 'of somebody new',
      given: given(nothing, () => {
        const chat = phone('5511977776666');
        const said = (id: string, text: string, minutes: number) => ({
          chat,
          ref: { id, fromMe: false, participant: '' },
          authorName: 'Antiga',
          content: { kind: 'text' as const, text },
          quotedId: null,
          quotedText: '',
          forwarded: false,
          at: new Date(Date.now() - minutes * 60_000),
        });
        const messages = [said('OLD1', 'bom dia', 300), said('OLD2', 'alguém aí?', 200)];
        return channel.handle({ kind: 'chat.history', chat, messages });
      }),
    },
  ],
  'message.status_changed': [
    {
      what: 'delivered, then read',
      given: given(
        async () => {
          const made = await served();
          return { ...made, answer: await answered(made) };
        },
        async ({ chat, answer }) => {
          for (const status of ['delivered', 'read', 'delivered'] as const)
            await channel.handle({
              kind: 'message.status_changed',
              chat,
              ids: [answer.waId],
              status,
              at: new Date(),
              participant: '',
            });
        },
      ),
    },
  ],
  'message.changed': [
    { what: 'edited', given: changed({ kind: 'edit', text: 'boa tarde' }) },
    { what: 'deleted', given: changed({ kind: 'delete' }) },
    { what: 'reacted to', given: changed({ kind: 'react', by: { key: '', name: 'Maria' }, emoji: '🙏' }) },
    {
      what: 'voted in, which cannot be read',
      given: changed({ kind: 'vote', by: { key: '', name: '' }, vote: new Uint8Array() }),
      noChange: true,
    },
  ],
  'call.offered': [
    {
      what: 'to a company that takes no calls',
      given: given(
        async () => {
          const made = await served();
          await run(
            (
              tx,
            ) => tx`insert into settings (company_id, key, value) values (${company.companyId}, 'call', 'disabled')
              on conflict (company_id, key) do update set value = 'disabled'`,
          );
          return made;
        },
        ({ chat }) =>
          channel.handle({ kind: 'call.offered', chat, id: uuidv7(), video: false, at: new Date() }),
      ),
    },
  ],
  'contact.identity_linked': [
    {
      what: 'two contacts with a ticket each prove to be one',
      given: given(
        async () => {
          const [one, other] = [await customer(), await served()];
          const [first, second] = [one.chat.identities[0], other.chat.identities[0]];
          const chat: ChatAddress = { kind: 'direct', identities: [first, second] };
          return { chat };
        },
        ({ chat }) => channel.handle({ kind: 'contact.identity_linked', chat }),
      ),
    },
  ],
  'phone_book.told': [
    {
      what: 'after linking',
      given: given(nothing, () =>
        channel.handle({
          kind: 'phone_book.told',
          entries: [{ number: '5511966665555', lid: null, name: 'Tia Ana' }],
        }),
      ),
      noChange: true,
    },
  ],
  'contact.renamed': [
    {
      what: 'with a ticket under way',
      given: given(customer, ({ chat }) =>
        channel.handle({ kind: 'contact.renamed', chat, name: 'Dona Rosa' }),
      ),
    },
    {
      what: 'with nothing but a closed ticket',
      given: given(closed, ({ chat }) =>
        channel.handle({ kind: 'contact.renamed', chat, name: 'Seu Jorge' }),
      ),
    },
  ],
};

const put = (status: 'pending' | 'open' | 'closed') => (made: Customer) =>
  boss.seat
    .token(null)
    .then((token) =>
      boss.seat.http.call(updateTicket, { params: { ticketId: made.ticketId }, body: { status } }, token),
    );
type ConnectionRoute =
  | typeof startSession
  | typeof renewSession
  | typeof endSession
  | typeof deleteConnection;
async function connectionCall(contract: ConnectionRoute, whatsappId: number): Promise<void> {
  const call = { params: { whatsappId }, body: {} };
  await boss.seat.http.call(contract, call, await boss.seat.token(null));
}
let connections = 0;
async function connection(): Promise<number> {
  const body = { name: `Filial ${++connections}` };
  return (await boss.seat.http.call(createConnection, { body }, await boss.seat.token(null))).id;
}
async function tag(name: string): Promise<number> {
  const [row] = await sql(
    (tx) => tx<{ id: number }[]>`insert into tags (company_id, name, color)
      values (${company.companyId}, ${name}, '#2f9e44') returning id`,
  );
  return row?.id ?? 0;
}
const quickMessage = (values: { shortcode: string; geral: boolean; queueId: number | null }) =>
  run(
    (tx) =>
      tx`insert into quick_messages ${tx({ ...values, companyId: company.companyId, userId: company.ana.id })}`,
  );
let colours = 0;
async function queue(name: string): Promise<number> {
  const [row] = await sql(
    (tx) => tx<{ id: number }[]>`insert into queues (company_id, name, color)
      values (${company.companyId}, ${name}, ${`#00000${++colours}`}) returning id`,
  );
  return row?.id ?? 0;
}
const colleague = (name: string) =>
  createUser(server.admin, company.companyId, name, [company.queues.support]);

/** Everything else that changes rows of the feed. */
const CAUSES: Case[] = [
  {
    what: 'a tag is deleted that a ticket carries',
    given: given(
      async () => {
        const [{ ticketId }, tagId] = [await served(), await tag('extinta')];
        await run((tx) => tx`insert into ticket_tags values (${company.companyId}, ${ticketId}, ${tagId})`);
        return tagId;
      },
      (tagId) => run((tx) => tx`delete from tags where id = ${tagId}`),
    ),
  },
  {
    what: 'a quick message of a queue becomes its author’s alone',
    given: given(
      () => quickMessage({ shortcode: 'oi', geral: true, queueId: company.queues.support }),
      () => run((tx) => tx`update quick_messages set geral = false where shortcode = 'oi'`),
    ),
  },
  {
    what: 'the queue of a quick message is deleted: it is everybody’s',
    given: given(
      async () => {
        const queueId = await queue('Breve');
        await quickMessage({ shortcode: 'breve', geral: true, queueId });
        return queueId;
      },
      (queueId) => run((tx) => tx`delete from queues where id = ${queueId}`),
    ),
  },
  {
    what: 'the message of a schedule is refused by WhatsApp',
    given: given(
      async () => {
        const [made, { id }] = [await served(), await planned()];
        await run(
          (
            tx,
          ) => tx`insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state,
              ack, read, created_at)
            values (${company.companyId}, ${id}, ${made.ticketId}, ${made.contactId}, ${company.connectionId}, true,
              'Até logo!', 'queued', 1, true, now())`,
        );
        await run((tx) => tx`update schedules set status = 'ENVIADA', sent_at = now() where id = ${id}`);
        return id;
      },
      (id) =>
        run(
          (tx) =>
            tx`update messages set state = 'failed', error_code = 'ERR_SENDING_WAPP_MSG' where id = ${id}`,
        ),
    ),
  },
  { what: 'REST: accepted by an admin', given: given(customer, put('open')) },
  { what: 'REST: returned to the queue', given: given(served, put('pending')) },
  { what: 'REST: closed by an admin', given: given(served, put('closed')) },
  {
    what: 'transferred to another queue',
    given: given(served, ({ ticketId }) =>
      changeTicket(server.db, company, ticketId, {
        queueId: company.queues.sales,
        status: 'pending',
        userId: null,
      }),
    ),
  },
  {
    what: 'transferred to an agent of another queue',
    given: given(served, ({ ticketId }) =>
      changeTicket(server.db, company, ticketId, { userId: company.bruno.id }),
    ),
  },
  {
    what: 'taken out of every queue',
    given: given(customer, ({ ticketId }) => changeTicket(server.db, company, ticketId, { queueId: null })),
  },
  {
    what: 'a ticket is deleted',
    given: given(served, ({ ticketId }) => run((tx) => tx`delete from tickets where id = ${ticketId}`)),
  },
  {
    what: 'many tickets change in one transaction',
    given: given(
      () => Promise.all([customer(), served(), closed()]),
      (all) =>
        run(
          (tx) => tx`update tickets set last_message = 'aviso', unread_messages = 7
        where id = any (${all.map(({ ticketId }) => ticketId)}::bigint[])`,
        ),
    ),
  },
  {
    what: 'a queued message goes out',
    given: given(
      async () => {
        const made = await served();
        ana.sync.enqueue('message.send', textTo(made, 'a caminho'));
        await ana.settle();
      },
      async () => {
        const outbox = createOutbox(server.deps, channel.session);
        outbox.poke();
        const waiting = () => server.admin`select from messages where state in ('queued', 'sending')`;
        await expect.poll(async () => (await waiting()).count, { timeout: 5_000 }).toBe(0);
        await outbox.close();
      },
    ),
  },
  {
    what: 'a file of a customer is stored',
    given: given(
      async () => channel.receive((await served()).chat, image()),
      async () => {
        file = () => PNG;
        await mediaIn('stored');
      },
    ),
  },
  {
    what: 'a file of a customer is gone',
    given: given(
      async () => channel.receive((await served()).chat, image()),
      async () => {
        file = () => {
          throw new ChannelError('media_expired');
        };
        await mediaIn('gone');
      },
    ),
  },
  {
    what: 'a person changes a contact',
    given: given(served, ({ contactId }) =>
      run(
        (tx) => tx`update contacts set name = 'Sra. Lima', name_edited = true, email = 'lima@example.com'
        where id = ${contactId}`,
      ),
    ),
  },
  {
    what: 'a contact is deleted, and everything of it',
    given: given(served, ({ contactId }) => run((tx) => tx`delete from contacts where id = ${contactId}`)),
  },
  { what: 'a connection is made', given: given(nothing, connection) },
  {
    what: 'a connection is renamed and becomes the default',
    given: given(connection, async (whatsappId) =>
      boss.seat.http.call(
        updateConnection,
        { params: { whatsappId }, body: { name: 'Matriz', isDefault: true } },
        await boss.seat.token(null),
      ),
    ),
  },
  {
    what: 'a session is started, shows its code, connects, drops',
    given: given(connection, async (id) => {
      await connectionCall(startSession, id);
      for (const state of [
        { status: 'qrcode', qrcode: 'QR', retries: 1 },
        { status: 'connected', qrcode: null, number: '5511900000000' },
        { status: 'OPENING', reason: 'network', retries: 2 },
      ])
        await run((tx) => tx`update connections set ${tx(state)}, updated_at = now() where id = ${id}`);
    }),
  },
  { what: 'a session is renewed', given: given(connection, (id) => connectionCall(renewSession, id)) },
  {
    what: 'a session is ended',
    given: given(
      async () => {
        const id = await connection();
        await run((tx) => tx`update connections set status = 'connected' where id = ${id}`);
        return id;
      },
      (id) => connectionCall(endSession, id),
    ),
  },
  { what: 'a connection is deleted', given: given(connection, (id) => connectionCall(deleteConnection, id)) },
  {
    what: 'a setting is made',
    given: given(nothing, () =>
      run(
        (tx) =>
          tx`insert into settings (company_id, key, value) values (${company.companyId}, 'userRating', 'enabled')`,
      ),
    ),
  },
  {
    what: 'a setting changes',
    given: given(nothing, () =>
      run((tx) => tx`update settings set value = 'disabled' where key = 'userRating'`),
    ),
  },
  {
    what: 'a setting is removed',
    given: given(nothing, () => run((tx) => tx`delete from settings where key = 'userRating'`)),
  },
  { what: 'a queue is made', given: given(nothing, () => queue('Financeiro')) },
  {
    what: 'a queue is renamed',
    given: given(nothing, () =>
      run((tx) => tx`update queues set name = 'Caixa', order_queue = 9 where name = 'Financeiro'`),
    ),
  },
  {
    what: 'a queue with tickets is deleted',
    given: given(
      async () => {
        const [made, queueId] = [await customer(), await queue('Temporária')];
        await changeTicket(server.db, company, made.ticketId, { queueId });
        return queueId;
      },
      (id) => run((tx) => tx`delete from queues where id = ${id}`),
    ),
  },
  { what: 'a colleague is hired', given: given(nothing, () => colleague('Carla')) },
  {
    what: 'a colleague is renamed',
    given: given(nothing, () => run((tx) => tx`update users set name = 'Carla Dias' where name = 'Carla'`)),
  },
  {
    what: 'a colleague with a closed ticket leaves',
    given: given(
      async () => {
        const [made, { id }] = [await closed(), await colleague('Davi')];
        await changeTicket(server.db, company, made.ticketId, { userId: id });
        return id;
      },
      (id) => run((tx) => tx`delete from users where id = ${id}`),
    ),
  },
  {
    what: 'an agent joins a queue',
    given: given(customer, () =>
      joinQueue(server.db, company, company.bruno.id, company.queues.support, true),
    ),
    newView: true,
  },
  {
    what: 'an agent leaves a queue',
    given: given(customer, () =>
      joinQueue(server.db, company, company.bruno.id, company.queues.support, false),
    ),
    newView: true,
  },
  {
    what: 'an agent becomes a supervisor',
    given: given(customer, () =>
      run((tx) => tx`update users set profile = 'supervisor' where id = ${company.bruno.id}`),
    ),
    newView: true,
  },
  {
    what: 'and an agent again',
    given: given(customer, () =>
      run((tx) => tx`update users set profile = 'user' where id = ${company.bruno.id}`),
    ),
    newView: true,
  },
  {
    what: 'an agent may see tickets without a queue',
    given: given(
      async () => changeTicket(server.db, company, (await customer()).ticketId, { queueId: null }),
      () => run((tx) => tx`update users set all_ticket = true where id = ${company.bruno.id}`),
    ),
    newView: true,
  },
];

const settleAll = () => Promise.all(watchers.map((console) => console.settle()));
const everything = async (console: LiveConsole) => ({
  rows: shownRows(console),
  conversations: await shownConversations(console),
});

let cases = 0;

async function verify({ given: prepare, newView, noChange }: Case): Promise<void> {
  const change = await prepare();
  await settleAll();
  const before = await Promise.all(watchers.map(everything));
  const since = watchers.map(({ frames }) => frames.length);
  await change();
  // Once for the commands, which change what the other consoles see.
  await settleAll();
  await settleAll();

  const followed = await Promise.all(watchers.map(everything));
  // A new console costs most of a case: each case compares one watcher, and each commit another one.
  const drawn = DEEP ? watchers : [watchers[(SEED + ++cases) % watchers.length] as LiveConsole];
  for (const watcher of drawn) {
    const fresh = createLiveConsole(server.url, watcher.seat);
    fresh.sync.start();
    await fresh.settle();
    expect(followed[watchers.indexOf(watcher)]).toEqual(await everything(fresh));
    fresh.remove();
  }
  // Otherwise the case would prove nothing.
  if (noChange) expect(followed).toEqual(before);
  else expect(followed).not.toEqual(before);
  const resyncs = watchers.flatMap(({ frames }, index) =>
    frames.slice(since[index]).filter(({ type }) => type === 'resync'),
  );
  expect(resyncs.length).toBe(newView ? 1 : 0);
  // A console queries what it does not follow, and may not query too often.
  await run((tx) => tx`delete from contacts`);
}

describe('I14: a console that has followed a change has the rows that a new console gets', () => {
  test('there is a case for every command', () => {
    expect(Object.keys(COMMANDS).toSorted()).toEqual(MUTATION_NAMES.toSorted());
    expect(Object.values(COMMANDS).every((cases) => cases.length > 0)).toBe(true);
  });
  const named = (cases: Record<string, Case[]>) =>
    Object.entries(cases).flatMap(([name, list]) =>
      list.map((one) => [`${name}: ${one.what}`, one] as const),
    );
  test.each(named(COMMANDS))('%s', (_, one) => verify(one));
  test.each(named(EVENTS))('%s', (_, one) => verify(one));
  test.each(CAUSES.map((one) => [one.what, one] as const))('%s', (_, one) => verify(one));
});

/** A picture of one red pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);
