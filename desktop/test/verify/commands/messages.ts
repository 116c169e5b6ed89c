import { v7 as uuidv7 } from 'uuid';
import { PICTURE } from '../../../../server/test/picture.ts';
import { type CommandCases, given } from '../cases.ts';
import { textTo, type World } from '../customers.ts';

/** What is said in a ticket, to its customer and to colleagues. */
export const messageCommands = (world: World) => ({ ...notes(world), ...sending(world), ...changing(world) });

function notes({ scene, served }: World) {
  /** A note of the boss's that names Ana. */
  async function mentioned(): Promise<string> {
    const { ticketId } = await served();
    const note = { id: uuidv7(), ticketId, body: 'veja, @Ana', mentionedIds: [scene.company.ana.id] };
    scene.boss.sync.enqueue('note.add', note);
    await scene.boss.settle();
    await scene.ana.settle();
    return scene.ana.store.mentions.unreadIds(note.id)[0] ?? '';
  }

  return {
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
    'audit.opened': [
      {
        what: "a colleague's ticket, which changes nothing",
        given: given(served, ({ ticketId }) => scene.boss.sync.enqueue('audit.opened', { ticketId })),
        noChange: true,
      },
    ],
    'audit.sought': [
      {
        what: 'a CPF that was searched for, which changes nothing',
        given: given(served, () => scene.boss.sync.enqueue('audit.sought', { document: '***.982.247-**' })),
        noChange: true,
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
  } satisfies Partial<CommandCases>;
}

function sending({ scene, customer, served, answered }: World) {
  return {
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
    'message.retry': [
      {
        what: 'a message that WhatsApp has refused',
        given: given(
          async () => {
            const made = await served();
            const { id } = await answered(made);
            await scene.run(
              (
                tx,
              ) => tx`update messages set state = 'failed', ack = 0, error_code = 'ERR_WAPP_INVALID_CONTACT'
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
  } satisfies Partial<CommandCases>;
}

function changing({ scene, served, answered }: World) {
  /** A message in Ana's ticket. */
  async function withAnswer() {
    const made = await served();
    return { ticketId: made.ticketId, id: (await answered(made)).id };
  }

  return {
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
    'message.delete': [
      { what: 'of ours', given: given(withAnswer, (args) => scene.ana.sync.enqueue('message.delete', args)) },
    ],
  } satisfies Partial<CommandCases>;
}
