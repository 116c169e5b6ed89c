import { MUTATION_NAMES, type MutationName } from '@balcao/shared/sync/commands.ts';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { addChat } from '../../server/src/sync/testing/data.ts';
import { PICTURE } from '../../server/test/picture.ts';
import { type Case, given, named, verifierOf } from './verify/cases.ts';
import { customersOf, textTo } from './verify/customers.ts';
import { openScene } from './verify/scene.ts';

const scene = openScene();
const { run } = scene;
const { customer, served, closed, answered, planned, tag } = customersOf(scene);
const verify = verifierOf(scene);

const PLAN = { body: 'Até amanhã!', sendAt: '2040-01-01T12:00:00Z', mediaId: null };

/** A note of the boss's that names Ana. */
async function mentioned(): Promise<string> {
  const { ticketId } = await served();
  const note = { id: uuidv7(), ticketId, body: 'veja, @Ana', mentionedIds: [scene.company.ana.id] };
  scene.boss.sync.enqueue('note.add', note);
  await scene.boss.settle();
  await scene.ana.settle();
  return scene.ana.store.mentions.unreadIds(note.id)[0] ?? '';
}

/** Ana's ticket with a tag and in the lane `from`, and another lane. */
async function carded(...[plain, lane, other]: [string, string, string]) {
  const { ticketId } = await served();
  const [kept, from, to] = [await tag(plain), await tag(lane, 1), await tag(other, 1)];
  for (const id of [kept, from])
    await run((tx) => tx`insert into ticket_tags values (${scene.company.companyId}, ${ticketId}, ${id})`);
  return { ticketId, from, to };
}

/** Two of Ana's customers. */
async function pair() {
  const { contactId } = await served();
  const { contactId: otherId } = await served();
  return { contactId, otherId };
}

/** Two of Ana's customers who are one person. */
async function linkedPair() {
  const made = await pair();
  scene.ana.sync.enqueue('contact.link', { ...made, personId: uuidv7() });
  await Promise.all([scene.ana.settle(), scene.boss.settle()]);
  return made;
}

/** A message in Ana's ticket. */
async function withAnswer() {
  const made = await served();
  return { ticketId: made.ticketId, id: (await answered(made)).id };
}

/** A waiting ticket whose customer stands in the menu of its queue. */
async function withBot() {
  const made = await customer();
  await scene.run(
    (tx) => tx`update tickets set answerer = 'optionTree', waiting_since = null where id = ${made.ticketId}`,
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

/** A chat of Ana's and the boss's in which she has said something; Bruno is no member. */
async function withChat() {
  const { ana, admin } = scene.company;
  const chat = await addChat(scene.server.db, scene.company, [ana.id, admin.id]);
  await Promise.all([scene.ana.settle(), scene.boss.settle()]);
  return chat;
}
const words = (chatId: number) => ({
  id: uuidv7(),
  chatId,
  body: 'até já',
  mediaId: null,
  card: null,
  mentionedIds: [],
});

const COMMANDS: Record<MutationName, Case[]> = {
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
  'ticket.setTags': [
    {
      what: 'one more and one less',
      given: given(
        async () => {
          const { ticketId } = await served();
          const tagIds = [await tag('novo'), await tag('pago')];
          await run(
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
          await run(
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
        ({ ticketId, from }) => scene.ana.sync.enqueue('ticket.moveToLane', { ticketId, tagId: null, from }),
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
  'contact.update': [
    {
      what: 'somebody whom one is answering',
      given: given(served, ({ contactId }) =>
        scene.ana.sync.enqueue('contact.update', {
          contactId,
          change: {
            name: 'Maria da Silva',
            notes: 'prefers mornings',
            extraInfo: [{ name: 'CPF', value: '1' }],
          },
        }),
      ),
    },
    {
      what: 'somebody whom campaigns are to leave in peace',
      given: given(served, ({ contactId }) =>
        scene.ana.sync.enqueue('contact.update', { contactId, change: { optedOut: true } }),
      ),
    },
  ],
  'contact.link': [
    {
      what: 'two customers whom one is answering, who are one person',
      given: given(pair, ({ contactId, otherId }) =>
        scene.ana.sync.enqueue('contact.link', { contactId, otherId, personId: uuidv7() }),
      ),
    },
    {
      what: 'somebody with themselves, which is refused',
      given: given(served, ({ contactId }) =>
        scene.ana.sync.enqueue('contact.link', { contactId, otherId: contactId, personId: uuidv7() }),
      ),
      noChange: true,
    },
  ],
  'contact.unlink': [
    {
      what: 'one of two, who both are alone then',
      given: given(linkedPair, ({ contactId }) => scene.boss.sync.enqueue('contact.unlink', { contactId })),
    },
  ],
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
        scene.boss.sync.enqueue('ticket.transfer', { ticketId, userId: scene.company.ana.id, queueId: null }),
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
  'note.add': [
    {
      what: 'in an own ticket',
      given: given(served, ({ ticketId }) =>
        scene.ana.sync.enqueue('note.add', { id: uuidv7(), ticketId, body: 'cliente antigo' }),
      ),
    },
    {
      what: "in a colleague's ticket",
      given: given(served, ({ ticketId }) =>
        scene.boss.sync.enqueue('note.add', { id: uuidv7(), ticketId, body: 'ofereça 10%' }),
      ),
    },
    {
      what: 'that names a colleague who sees the ticket, and one who does not',
      given: given(served, ({ ticketId }) =>
        scene.boss.sync.enqueue('note.add', {
          id: uuidv7(),
          ticketId,
          body: 'veja, @Ana',
          mentionedIds: [scene.company.ana.id, scene.company.bruno.id],
        }),
      ),
    },
  ],
  'mention.read': [
    {
      what: 'an own one',
      given: given(mentioned, (id) => scene.ana.sync.enqueue('mention.read', { ids: [id] })),
    },
    {
      what: "a colleague's, which changes nothing",
      given: given(mentioned, (id) => scene.boss.sync.enqueue('mention.read', { ids: [id] })),
      noChange: true,
    },
  ],
  'chat.send': [
    {
      what: "in a chat of one's own",
      given: given(withChat, ({ chatId }) => scene.boss.sync.enqueue('chat.send', words(chatId))),
    },
    {
      what: 'in a chat of others, which is refused',
      given: given(withChat, ({ chatId }) => scene.watchers[1]?.sync.enqueue('chat.send', words(chatId))),
      noChange: true,
    },
  ],
  'chat.edit': [
    {
      what: 'an own message',
      given: given(withChat, (args) => scene.ana.sync.enqueue('chat.edit', { ...args, body: 'boa tarde' })),
    },
    {
      what: 'an own message, which names a colleague now',
      given: given(withChat, (args) => {
        const mentionedIds = [scene.company.admin.id];
        scene.ana.sync.enqueue('chat.edit', { ...args, body: 'boa tarde, @Admin', mentionedIds });
      }),
    },
    {
      what: "a colleague's, which is refused",
      given: given(withChat, (args) => scene.boss.sync.enqueue('chat.edit', { ...args, body: 'não' })),
      noChange: true,
    },
  ],
  'chat.delete': [
    {
      what: 'an own message',
      given: given(withChat, (args) => scene.ana.sync.enqueue('chat.delete', args)),
    },
  ],
  'chat.react': [
    {
      what: 'to an own message',
      given: given(withChat, (args) => scene.ana.sync.enqueue('chat.react', { ...args, emoji: '👍' })),
    },
    {
      what: "to a colleague's",
      given: given(withChat, (args) => scene.boss.sync.enqueue('chat.react', { ...args, emoji: '🙏' })),
    },
    {
      what: 'in a chat of others, which is refused',
      given: given(withChat, (args) =>
        scene.watchers[1]?.sync.enqueue('chat.react', { ...args, emoji: '👀' }),
      ),
      noChange: true,
    },
  ],
  'chat.read': [
    {
      what: 'what a colleague has said',
      given: given(withChat, ({ chatId }) => scene.boss.sync.enqueue('chat.read', { chatId, number: 1 })),
    },
  ],
  'schedule.create': [
    {
      what: 'for somebody whom one is answering',
      given: given(served, ({ contactId }) =>
        scene.ana.sync.enqueue('schedule.create', { ...PLAN, id: uuidv7(), contactId }),
      ),
    },
  ],
  'schedule.update': [
    {
      what: 'an own one',
      given: given(planned, (args) => scene.ana.sync.enqueue('schedule.update', { ...PLAN, ...args })),
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
        (args) => scene.boss.sync.enqueue('schedule.update', { ...PLAN, ...args }),
      ),
      noChange: true,
    },
  ],
  'schedule.cancel': [
    {
      what: "a colleague's",
      given: given(planned, ({ id }) => scene.boss.sync.enqueue('schedule.cancel', { id })),
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
        (args) => scene.ana.sync.enqueue('message.retry', args),
      ),
    },
  ],
  'message.forward': [
    {
      what: 'a text of one customer to another',
      given: given(
        async () => ({ ofId: (await answered(await served())).id, ticketId: (await served()).ticketId }),
        (args) => scene.ana.sync.enqueue('message.forward', { ...args, id: uuidv7() }),
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
        (args) => scene.ana.sync.enqueue('message.forwardTo', { ...args, id: uuidv7() }),
      ),
    },
  ],
  'message.delete': [
    { what: 'of ours', given: given(withAnswer, (args) => scene.ana.sync.enqueue('message.delete', args)) },
  ],
  'message.edit': [
    {
      what: 'a text of ours',
      given: given(withAnswer, (args) =>
        scene.ana.sync.enqueue('message.edit', { ...args, body: 'quis dizer' }),
      ),
    },
  ],
  'message.react': [
    {
      what: 'to a message, and back',
      given: given(withAnswer, (args) => {
        scene.ana.sync.enqueue('message.react', { ...args, emoji: '👍' });
        scene.ana.sync.enqueue('message.react', { ...args, emoji: '' });
        scene.ana.sync.enqueue('message.react', { ...args, emoji: '❤️' });
      }),
    },
  ],
  'message.send': [
    {
      what: 'a text',
      given: given(served, (made) => scene.ana.sync.enqueue('message.send', textTo(made, 'olá'))),
    },
    {
      what: "a text by an admin in a colleague's ticket",
      given: given(served, (made) =>
        scene.boss.sync.enqueue('message.send', textTo(made, 'aqui é o gerente')),
      ),
    },
    {
      what: 'a file',
      given: given(served, async (made) => {
        const mediaId = uuidv7();
        await scene.ana.seat.upload(mediaId, PICTURE);
        scene.ana.sync.enqueue('message.send', { ...textTo(made, ''), mediaId });
      }),
    },
  ],
};

describe('I14: a console that has followed a change has the rows that a new console gets', () => {
  test('there is a case for every command', () => {
    expect(Object.keys(COMMANDS).toSorted()).toEqual(MUTATION_NAMES.toSorted());
    expect(Object.values(COMMANDS).every((cases) => cases.length > 0)).toBe(true);
  });
  test.each(named(COMMANDS))('%s', (_, one) => verify(one));
});
