import {
  createConnection,
  deleteConnection,
  endSession,
  renewSession,
  startSession,
  updateConnection,
} from '@balcao/shared/features/connections/calls.ts';
import { updateTicket } from '@balcao/shared/features/tickets/calls.ts';
import { describe, expect, test } from 'vitest';
import { ChannelError } from '../../server/src/channels/channel.ts';
import { createMediaFetcher } from '../../server/src/conversation/media.ts';
import { createOutbox } from '../../server/src/conversation/outbox.ts';
import { changeTicket, joinQueue } from '../../server/src/sync/testing/data.ts';
import { createUser } from '../../server/test/fixtures.ts';
import { PICTURE } from '../../server/test/picture.ts';
import { type Case, given, nothing, verifierOf } from './verify/cases.ts';
import { type Customer, customersOf, image, textTo } from './verify/customers.ts';
import { openScene } from './verify/scene.ts';

const scene = openScene();
const { sql, run } = scene;
const { customer, served, closed, planned, tag } = customersOf(scene);
const verify = verifierOf(scene);

const mediaIn = async (state: string) => {
  const fetcher = createMediaFetcher({ ...scene.server.deps, limitBytes: 1_000 }, scene.channel.session);
  fetcher.poke();
  await expect
    .poll(async () => (await scene.server.admin`select from media where state = ${state}`).count, {
      timeout: 5_000,
    })
    .toBeGreaterThan(0);
  await fetcher.close();
};

const put = (status: 'pending' | 'open' | 'closed') => (made: Customer) =>
  scene.boss.seat
    .token(null)
    .then((token) =>
      scene.boss.seat.http.call(
        updateTicket,
        { params: { ticketId: made.ticketId }, body: { status } },
        token,
      ),
    );
type ConnectionRoute =
  | typeof startSession
  | typeof renewSession
  | typeof endSession
  | typeof deleteConnection;
async function connectionCall(contract: ConnectionRoute, whatsappId: number): Promise<void> {
  const call = { params: { whatsappId }, body: {} };
  await scene.boss.seat.http.call(contract, call, await scene.boss.seat.token(null));
}
let connections = 0;
async function connection(): Promise<number> {
  const body = { name: `Filial ${++connections}` };
  return (await scene.boss.seat.http.call(createConnection, { body }, await scene.boss.seat.token(null))).id;
}

const quickMessage = (values: { shortcode: string; geral: boolean; queueId: number | null }) =>
  run(
    (tx) =>
      tx`insert into quick_messages ${tx({ ...values, companyId: scene.company.companyId, userId: scene.company.ana.id })}`,
  );
let colours = 0;
async function queue(name: string): Promise<number> {
  const [row] = await sql(
    (tx) => tx<{ id: number }[]>`insert into queues (company_id, name, color)
      values (${scene.company.companyId}, ${name}, ${`#00000${++colours}`}) returning id`,
  );
  return row?.id ?? 0;
}
const colleague = (name: string) =>
  createUser(scene.server.admin, scene.company.companyId, name, [scene.company.queues.support]);

/** A note in a ticket of Ana's queue that names her. */
async function mentionOfAna(made: Customer): Promise<void> {
  const { companyId, connectionId, ana } = scene.company;
  await run(
    (tx) => tx`
      with note as (
        insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, media_type, state,
          read, created_at)
        values (${companyId}, gen_random_uuid(), ${made.ticketId}, ${made.contactId}, ${connectionId}, true, 'veja',
          'note', 'local', true, now()) returning id, created_at)
      insert into mentions (company_id, source, message_id, ticket_id, user_id, created_at)
      select ${companyId}, 'note', id, ${made.ticketId}, ${ana.id}, created_at from note`,
  );
}

/** Everything else that changes rows of the feed. */
const CAUSES: Case[] = [
  {
    what: 'a ticket in which somebody is named goes to a queue of others, and comes back',
    given: given(
      async () => {
        const made = await customer();
        await mentionOfAna(made);
        return made;
      },
      async ({ ticketId }) => {
        const { sales, support } = scene.company.queues;
        for (const queueId of [sales, support, sales])
          await changeTicket(scene.server.db, scene.company, ticketId, { queueId });
      },
    ),
  },
  {
    what: 'a note that names somebody is deleted',
    given: given(
      async () => {
        const made = await customer();
        await mentionOfAna(made);
        return made;
      },
      ({ ticketId }) =>
        run((tx) => tx`delete from messages where ticket_id = ${ticketId} and media_type = 'note'`),
    ),
  },
  {
    what: 'a tag is deleted that a ticket carries',
    given: given(
      async () => {
        const [{ ticketId }, tagId] = [await served(), await tag('extinta')];
        await run(
          (tx) => tx`insert into ticket_tags values (${scene.company.companyId}, ${ticketId}, ${tagId})`,
        );
        return tagId;
      },
      (tagId) => run((tx) => tx`delete from tags where id = ${tagId}`),
    ),
  },
  {
    what: 'a quick message of a queue becomes its author’s alone',
    given: given(
      () => quickMessage({ shortcode: 'oi', geral: true, queueId: scene.company.queues.support }),
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
            values (${scene.company.companyId}, ${id}, ${made.ticketId}, ${made.contactId}, ${scene.company.connectionId}, true,
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
      changeTicket(scene.server.db, scene.company, ticketId, {
        queueId: scene.company.queues.sales,
        status: 'pending',
        userId: null,
      }),
    ),
  },
  {
    what: 'transferred to an agent of another queue',
    given: given(served, ({ ticketId }) =>
      changeTicket(scene.server.db, scene.company, ticketId, { userId: scene.company.bruno.id }),
    ),
  },
  {
    what: 'taken out of every queue',
    given: given(customer, ({ ticketId }) =>
      changeTicket(scene.server.db, scene.company, ticketId, { queueId: null }),
    ),
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
        scene.ana.sync.enqueue('message.send', textTo(made, 'a caminho'));
        await scene.ana.settle();
      },
      async () => {
        const outbox = createOutbox(
          { ...scene.server.deps, paceUnitMs: 1_000, linkOf: () => null },
          scene.channel.session,
        );
        outbox.poke();
        const waiting = () => scene.server.admin`select from messages where state in ('queued', 'sending')`;
        await expect.poll(async () => (await waiting()).count, { timeout: 5_000 }).toBe(0);
        await outbox.close();
      },
    ),
  },
  {
    what: 'a file of a customer is stored',
    given: given(
      async () => scene.channel.receive((await served()).chat, image()),
      async () => {
        scene.file = () => PICTURE;
        await mediaIn('stored');
      },
    ),
  },
  {
    what: 'a file of a customer is gone',
    given: given(
      async () => scene.channel.receive((await served()).chat, image()),
      async () => {
        scene.file = () => {
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
      scene.boss.seat.http.call(
        updateConnection,
        { params: { whatsappId }, body: { name: 'Matriz', isDefault: true } },
        await scene.boss.seat.token(null),
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
          tx`insert into settings (company_id, key, value) values (${scene.company.companyId}, 'userRating', 'enabled')`,
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
        await changeTicket(scene.server.db, scene.company, made.ticketId, { queueId });
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
        await changeTicket(scene.server.db, scene.company, made.ticketId, { userId: id });
        return id;
      },
      (id) => run((tx) => tx`delete from users where id = ${id}`),
    ),
  },
  {
    what: 'an agent joins a queue',
    given: given(customer, () =>
      joinQueue(scene.server.db, scene.company, scene.company.bruno.id, scene.company.queues.support, true),
    ),
    newView: true,
  },
  {
    what: 'an agent leaves a queue',
    given: given(customer, () =>
      joinQueue(scene.server.db, scene.company, scene.company.bruno.id, scene.company.queues.support, false),
    ),
    newView: true,
  },
  {
    what: 'an agent becomes a supervisor',
    given: given(customer, () =>
      run((tx) => tx`update users set profile = 'supervisor' where id = ${scene.company.bruno.id}`),
    ),
    newView: true,
  },
  {
    what: 'and an agent again',
    given: given(customer, () =>
      run((tx) => tx`update users set profile = 'user' where id = ${scene.company.bruno.id}`),
    ),
    newView: true,
  },
  {
    what: 'an agent may see tickets without a queue',
    given: given(
      async () =>
        changeTicket(scene.server.db, scene.company, (await customer()).ticketId, { queueId: null }),
      () => run((tx) => tx`update users set all_ticket = true where id = ${scene.company.bruno.id}`),
    ),
    newView: true,
  },
];

describe('I14: a console that has followed a change has the rows that a new console gets', () => {
  test.each(CAUSES.map((one) => [one.what, one] as const))('%s', (_, one) => verify(one));
});
