import type { MacroEffect } from '@balcao/shared/features/macros/row.ts';
import { v7 as uuidv7 } from 'uuid';
import { type CommandCases, given } from '../cases.ts';
import type { World } from '../customers.ts';

/** Everything that is done to a ticket. */
export const ticketCommands = (world: World) => ({
  ...serving(world),
  ...bots(world),
  ...waiting(world),
  ...tagging(world),
  ...lanes(world),
  ...handingOver(world),
  ...macros(world),
});

function serving({ scene, customer, served, closed }: World) {
  return {
    'ticket.accept': [
      {
        what: 'a waiting ticket',
        given: given(customer, ({ ticketId }) => scene.ana.sync.enqueue('ticket.accept', { ticketId })),
      },
      {
        what: "a colleague's ticket, which is refused",
        given: given(served, ({ ticketId }) => scene.boss.sync.enqueue('ticket.accept', { ticketId })),
        noChange: true,
      },
    ],
    'ticket.close': [
      {
        what: 'an own ticket with unread messages',
        given: given(served, ({ ticketId }) => scene.ana.sync.enqueue('ticket.close', { ticketId })),
      },
      {
        what: 'a waiting ticket',
        given: given(customer, ({ ticketId }) => scene.ana.sync.enqueue('ticket.close', { ticketId })),
      },
    ],
    'ticket.reopen': [
      {
        what: 'by the same agent',
        given: given(closed, ({ ticketId }) => scene.ana.sync.enqueue('ticket.reopen', { ticketId })),
      },
      {
        what: 'by another agent, who has not followed it',
        given: given(closed, ({ ticketId }) => scene.boss.sync.enqueue('ticket.reopen', { ticketId })),
      },
    ],
    'ticket.markRead': [
      {
        what: 'an own ticket',
        given: given(served, ({ ticketId }) => scene.ana.sync.enqueue('ticket.markRead', { ticketId })),
      },
      {
        what: 'a waiting ticket, which changes nothing',
        given: given(customer, ({ ticketId }) => scene.ana.sync.enqueue('ticket.markRead', { ticketId })),
        noChange: true,
      },
    ],
    'ticket.markUnread': [
      {
        what: 'an own ticket',
        given: given(served, ({ ticketId }) => scene.ana.sync.enqueue('ticket.markUnread', { ticketId })),
      },
      {
        what: 'a waiting ticket, which is refused',
        given: given(customer, ({ ticketId }) => scene.ana.sync.enqueue('ticket.markUnread', { ticketId })),
        noChange: true,
      },
    ],
  } satisfies Partial<CommandCases>;
}

function bots({ scene, customer, served }: World) {
  /** A waiting ticket whose customer stands in the menu of its queue. */
  async function withBot() {
    const made = await customer();
    await scene.run(
      (tx) =>
        tx`update tickets set answerer = 'optionTree', waiting_since = null where id = ${made.ticketId}`,
    );
    return made;
  }

  /** A ticket, and a menu of a queue that no customer comes to without help. */
  async function withMenu() {
    await scene.run(
      (tx) => tx`insert into queue_options (company_id, queue_id, title, option)
        select ${scene.company.companyId}, ${scene.company.queues.sales}, 'Preços', 1
        where not exists (select from queue_options)`,
    );
    return served();
  }

  return {
    'ticket.silenceBot': [
      {
        what: 'a ticket that the bot leads',
        given: given(withBot, ({ ticketId }) => scene.ana.sync.enqueue('ticket.silenceBot', { ticketId })),
      },
    ],
    'ticket.startBot': [
      {
        what: 'an own ticket',
        given: given(withMenu, ({ ticketId }) =>
          scene.ana.sync.enqueue('ticket.startBot', { ticketId, queueId: scene.company.queues.sales }),
        ),
      },
    ],
  } satisfies Partial<CommandCases>;
}

function waiting({ scene, customer, served }: World) {
  return {
    'ticket.snooze': [
      {
        what: 'an own ticket, and back',
        given: given(served, ({ ticketId }) => {
          scene.ana.sync.enqueue('ticket.snooze', { ticketId, until: '2040-01-01T12:00:00Z' });
          scene.ana.sync.enqueue('ticket.snooze', { ticketId, until: null });
        }),
      },
      {
        what: 'a waiting ticket, by one of those who may accept it',
        given: given(customer, ({ ticketId }) =>
          scene.ana.sync.enqueue('ticket.snooze', { ticketId, until: '2040-01-01T12:00:00Z' }),
        ),
      },
      {
        what: 'until a time that is past, which changes nothing',
        given: given(served, ({ ticketId }) =>
          scene.ana.sync.enqueue('ticket.snooze', { ticketId, until: '2020-01-01T12:00:00Z' }),
        ),
        noChange: true,
      },
    ],
    'ticket.pin': [
      {
        what: 'a ticket of a queue of hers, and not any more',
        given: given(customer, ({ ticketId }) => {
          scene.ana.sync.enqueue('ticket.pin', { ticketId, pinned: true });
          scene.ana.sync.enqueue('ticket.pin', { ticketId, pinned: false });
          scene.ana.sync.enqueue('ticket.pin', { ticketId, pinned: true });
        }),
      },
    ],
  } satisfies Partial<CommandCases>;
}

function tagging({ scene, served, tag }: World) {
  return {
    'ticket.setTags': [
      {
        what: 'one more and one less',
        given: given(
          async () => {
            const { ticketId } = await served();
            const tagIds = [await tag('novo'), await tag('pago')];
            await scene.run(
              (tx) =>
                tx`insert into ticket_tags values (${scene.company.companyId}, ${ticketId}, ${tagIds[0] ?? 0})`,
            );
            return { ticketId, tagIds: tagIds.slice(1) };
          },
          (args) => scene.ana.sync.enqueue('ticket.setTags', args),
        ),
      },
      {
        what: 'one more, by somebody who has not seen the one that it got meanwhile',
        given: given(
          async () => {
            const { ticketId } = await served();
            const [quitado, visto] = [await tag('quitado'), await tag('visto')];
            await scene.run(
              (tx) => tx`insert into ticket_tags values (${scene.company.companyId}, ${ticketId}, ${visto})`,
            );
            return { ticketId, tagIds: [quitado], before: [] };
          },
          (args) => scene.ana.sync.enqueue('ticket.setTags', args),
        ),
      },
      {
        what: 'a tag that is gone, which is refused',
        given: given(served, ({ ticketId }) =>
          scene.ana.sync.enqueue('ticket.setTags', { ticketId, tagIds: [987_654] }),
        ),
        noChange: true,
      },
    ],
  } satisfies Partial<CommandCases>;
}

function lanes({ scene, served, tag }: World) {
  /** Ana's ticket with a tag and in the lane `from`, and another lane. */
  async function carded(...[plain, lane, other]: [string, string, string]) {
    const { ticketId } = await served();
    const [kept, from, to] = [await tag(plain), await tag(lane, 1), await tag(other, 1)];
    for (const id of [kept, from])
      await scene.run(
        (tx) => tx`insert into ticket_tags values (${scene.company.companyId}, ${ticketId}, ${id})`,
      );
    return { ticketId, from, to };
  }

  return {
    'ticket.moveToLane': [
      {
        what: 'out of one lane and into another, and its other tag stays',
        given: given(
          () => carded('vip', 'cotado', 'vendido'),
          ({ ticketId, from, to }) =>
            scene.ana.sync.enqueue('ticket.moveToLane', { ticketId, tagId: to, from }),
        ),
      },
      {
        what: 'into none',
        given: given(
          () => carded('atacado', 'pedido', 'pronto'),
          ({ ticketId, from }) =>
            scene.ana.sync.enqueue('ticket.moveToLane', { ticketId, tagId: null, from }),
        ),
      },
      {
        what: 'by somebody who has seen it in a lane that it has left, which is refused',
        given: given(
          () => carded('varejo', 'separado', 'entregue'),
          ({ ticketId, to }) =>
            scene.ana.sync.enqueue('ticket.moveToLane', { ticketId, tagId: to, from: null }),
        ),
        noChange: true,
      },
      {
        what: 'into a lane that is gone, which is refused',
        given: given(
          () => carded('retira', 'fiado', 'cobrado'),
          ({ ticketId, from }) =>
            scene.ana.sync.enqueue('ticket.moveToLane', { ticketId, tagId: 987_654, from }),
        ),
        noChange: true,
      },
    ],
  } satisfies Partial<CommandCases>;
}

function macros({ scene, customer, served, tag }: World) {
  /** The macro of this name, once. */
  async function macro(name: string, effects: readonly MacroEffect[]): Promise<number> {
    const [row] = await scene.sql(
      (tx) => tx<{ id: number }[]>`insert into macros (company_id, name, team, effects)
        values (${scene.company.companyId}, ${name}, true, ${tx.json(effects as never)}) returning id`,
    );
    return row?.id ?? 0;
  }
  const use = (macroId: number, ticketId: number, ...bodies: string[]) =>
    scene.ana.sync.enqueue('macro.run', {
      id: uuidv7(),
      ticketId,
      macroId,
      version: 1,
      lines: bodies.map((body) => ({ id: uuidv7(), body })),
    });

  return {
    'macro.run': [
      {
        what: 'that accepts, tags, answers, notes and puts off',
        given: given(
          async () => ({
            ...(await customer()),
            macroId: await macro('Primeiro contato', [
              { kind: 'take' },
              { kind: 'addTags', tagIds: [await tag('macro')] },
              { kind: 'say', text: 'Olá!' },
              { kind: 'mention', userIds: [scene.company.admin.id], text: 'veja' },
              { kind: 'snooze', minutes: 90 },
            ]),
          }),
          ({ macroId, ticketId }) => use(macroId, ticketId, 'Olá!', 'veja'),
        ),
      },
      {
        what: 'that notes and moves to another queue',
        given: given(
          async () => ({
            ...(await served()),
            macroId: await macro('Vendas', [
              { kind: 'note', text: 'quer comprar' },
              { kind: 'queue', queueId: scene.company.queues.sales },
            ]),
          }),
          ({ macroId, ticketId }) => use(macroId, ticketId, 'quer comprar'),
        ),
      },
      {
        what: 'that finishes',
        given: given(
          async () => ({
            ...(await served()),
            macroId: await macro('Fim', [{ kind: 'finish', silent: true }]),
          }),
          ({ macroId, ticketId }) => use(macroId, ticketId),
        ),
      },
      {
        what: 'that points at a tag that is gone, which is refused as a whole',
        given: given(
          async () => ({
            ...(await served()),
            macroId: await macro('Antiga', [
              { kind: 'say', text: 'nunca' },
              { kind: 'addTags', tagIds: [987_654] },
            ]),
          }),
          ({ macroId, ticketId }) => use(macroId, ticketId, 'nunca'),
        ),
        noChange: true,
      },
    ],
  } satisfies Partial<CommandCases>;
}

function handingOver({ scene, customer, served }: World) {
  return {
    'ticket.transfer': [
      {
        what: 'to another queue',
        given: given(served, ({ ticketId }) =>
          scene.ana.sync.enqueue('ticket.transfer', {
            ticketId,
            userId: null,
            queueId: scene.company.queues.sales,
          }),
        ),
      },
      {
        what: 'a waiting ticket, by an admin, to an agent of its queue',
        given: given(customer, ({ ticketId }) =>
          scene.boss.sync.enqueue('ticket.transfer', {
            ticketId,
            userId: scene.company.ana.id,
            queueId: null,
          }),
        ),
      },
      {
        what: 'to an agent in his queue',
        given: given(served, ({ ticketId }) =>
          scene.ana.sync.enqueue('ticket.transfer', {
            ticketId,
            userId: scene.company.bruno.id,
            queueId: scene.company.queues.sales,
          }),
        ),
      },
      {
        what: 'to an agent who does not serve its queue, which is refused',
        given: given(served, ({ ticketId }) =>
          scene.ana.sync.enqueue('ticket.transfer', {
            ticketId,
            userId: scene.company.bruno.id,
            queueId: null,
          }),
        ),
        noChange: true,
      },
    ],
    'ticket.return': [
      {
        what: 'an own ticket',
        given: given(served, ({ ticketId }) => scene.ana.sync.enqueue('ticket.return', { ticketId })),
      },
    ],
  } satisfies Partial<CommandCases>;
}
