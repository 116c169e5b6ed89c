import { updateTicket } from '@balcao/shared/features/tickets/calls.ts';
import { changeTicket } from '../../../../server/src/sync/testing/data.ts';
import { type Case, given } from '../cases.ts';
import type { Customer, World } from '../customers.ts';

/** What happens to tickets, and to who is named in them. */
export const ticketCauses = (world: World): Case[] => [
  ...naming(world),
  ...deciding(world),
  ...changing(world),
];

function naming({ scene, customer }: World): Case[] {
  /** A note in a ticket of Ana's queue that names her. */
  async function mentionOfAna(made: Customer): Promise<void> {
    const { companyId, connectionId, ana } = scene.company;
    await scene.run(
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

  return [
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
          scene.run((tx) => tx`delete from messages where ticket_id = ${ticketId} and media_type = 'note'`),
      ),
    },
  ];
}

function deciding({ scene, customer, served }: World): Case[] {
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

  return [
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
  ];
}

function changing({ scene, customer, served, closed, tag }: World): Case[] {
  return [
    {
      what: 'a tag is deleted that a ticket carries',
      given: given(
        async () => {
          const [{ ticketId }, tagId] = [await served(), await tag('extinta')];
          await scene.run(
            (tx) => tx`insert into ticket_tags values (${scene.company.companyId}, ${ticketId}, ${tagId})`,
          );
          return tagId;
        },
        (tagId) => scene.run((tx) => tx`delete from tags where id = ${tagId}`),
      ),
    },
    {
      what: 'a ticket is deleted',
      given: given(served, ({ ticketId }) =>
        scene.run((tx) => tx`delete from tickets where id = ${ticketId}`),
      ),
    },
    {
      what: 'many tickets change in one transaction',
      given: given(
        () => Promise.all([customer(), served(), closed()]),
        (all) =>
          scene.run(
            (tx) => tx`update tickets set last_message = 'aviso', unread_messages = 7
          where id = any (${all.map(({ ticketId }) => ticketId)}::bigint[])`,
          ),
      ),
    },
    {
      what: 'a person changes a contact',
      given: given(served, ({ contactId }) =>
        scene.run(
          (tx) => tx`update contacts set name = 'Sra. Lima', name_edited = true, email = 'lima@example.com'
          where id = ${contactId}`,
        ),
      ),
    },
    {
      what: 'a contact is deleted, and everything of it',
      given: given(served, ({ contactId }) =>
        scene.run((tx) => tx`delete from contacts where id = ${contactId}`),
      ),
    },
  ];
}
