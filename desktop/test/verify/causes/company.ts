import { changeTicket, joinQueue } from '../../../../server/src/sync/testing/data.ts';
import { createUser } from '../../../../server/test/fixtures.ts';
import { type Case, given, nothing } from '../cases.ts';
import type { World } from '../customers.ts';

/** What an admin changes of the company, its people and what they may see. */
export const companyCauses = (world: World): Case[] => [
  ...settings(world),
  ...queues(world),
  ...people(world),
  ...views(world),
];

function settings({ scene }: World): Case[] {
  return [
    {
      what: 'a setting is made',
      given: given(nothing, () =>
        scene.run(
          (tx) =>
            tx`insert into settings (company_id, key, value) values (${scene.company.companyId}, 'userRating', 'enabled')`,
        ),
      ),
    },
    {
      what: 'a setting changes',
      follows: true,
      given: given(nothing, () =>
        scene.run((tx) => tx`update settings set value = 'disabled' where key = 'userRating'`),
      ),
    },
    {
      what: 'a setting is removed',
      follows: true,
      given: given(nothing, () => scene.run((tx) => tx`delete from settings where key = 'userRating'`)),
    },
  ];
}

function queues({ scene, customer }: World): Case[] {
  const quickMessage = (values: { shortcode: string; geral: boolean; queueId: number | null }) =>
    scene.run(
      (tx) =>
        tx`insert into quick_messages ${tx({ ...values, companyId: scene.company.companyId, userId: scene.company.ana.id })}`,
    );

  let colours = 0;
  async function queue(name: string): Promise<number> {
    const [row] = await scene.sql(
      (tx) => tx<{ id: number }[]>`insert into queues (company_id, name, color)
        values (${scene.company.companyId}, ${name}, ${`#00000${++colours}`}) returning id`,
    );
    return row?.id ?? 0;
  }

  return [
    {
      what: 'a quick message of a queue becomes its author’s alone',
      given: given(
        () => quickMessage({ shortcode: 'oi', geral: true, queueId: scene.company.queues.support }),
        () => scene.run((tx) => tx`update quick_messages set geral = false where shortcode = 'oi'`),
      ),
    },
    {
      what: 'the queue of a quick message is deleted: it is everybody’s',
      follows: true,
      given: given(
        async () => {
          const queueId = await queue('Breve');
          await quickMessage({ shortcode: 'breve', geral: true, queueId });
          return queueId;
        },
        (queueId) => scene.run((tx) => tx`delete from queues where id = ${queueId}`),
      ),
    },
    { what: 'a queue is made', given: given(nothing, () => queue('Financeiro')) },
    {
      what: 'a queue is renamed',
      follows: true,
      given: given(nothing, () =>
        scene.run((tx) => tx`update queues set name = 'Caixa', order_queue = 9 where name = 'Financeiro'`),
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
        (id) => scene.run((tx) => tx`delete from queues where id = ${id}`),
      ),
    },
  ];
}

function people({ scene, closed }: World): Case[] {
  const colleague = (name: string) =>
    createUser(scene.server.admin, scene.company.companyId, name, [scene.company.queues.support]);

  return [
    { what: 'a colleague is hired', given: given(nothing, () => colleague('Carla')) },
    {
      what: 'a colleague is renamed',
      follows: true,
      given: given(nothing, () =>
        scene.run((tx) => tx`update users set name = 'Carla Dias' where name = 'Carla'`),
      ),
    },
    {
      what: 'a colleague with a closed ticket leaves',
      given: given(
        async () => {
          const [made, { id }] = [await closed(), await colleague('Davi')];
          await changeTicket(scene.server.db, scene.company, made.ticketId, { userId: id });
          return id;
        },
        (id) => scene.run((tx) => tx`delete from users where id = ${id}`),
      ),
    },
  ];
}

function views({ scene, customer }: World): Case[] {
  return [
    {
      what: 'an agent joins a queue',
      given: given(customer, () =>
        joinQueue(scene.server.db, scene.company, scene.company.bruno.id, scene.company.queues.support, true),
      ),
      newView: true,
    },
    {
      what: 'an agent leaves a queue',
      follows: true,
      given: given(customer, () =>
        joinQueue(
          scene.server.db,
          scene.company,
          scene.company.bruno.id,
          scene.company.queues.support,
          false,
        ),
      ),
      newView: true,
    },
    {
      what: 'an agent becomes a supervisor',
      follows: true,
      given: given(customer, () =>
        scene.run((tx) => tx`update users set profile = 'supervisor' where id = ${scene.company.bruno.id}`),
      ),
      newView: true,
    },
    {
      what: 'and an agent again',
      follows: true,
      given: given(customer, () =>
        scene.run((tx) => tx`update users set profile = 'user' where id = ${scene.company.bruno.id}`),
      ),
      newView: true,
    },
    {
      what: 'an agent may see tickets without a queue',
      follows: true,
      given: given(
        async () =>
          changeTicket(scene.server.db, scene.company, (await customer()).ticketId, { queueId: null }),
        () => scene.run((tx) => tx`update users set all_ticket = true where id = ${scene.company.bruno.id}`),
      ),
      newView: true,
    },
  ];
}
