import { v7 as uuidv7 } from 'uuid';
import { type CommandCases, given } from '../cases.ts';
import type { World } from '../customers.ts';

/** What is written about customers, and planned for them. */
export const contactCommands = (world: World) => ({ ...contacts(world), ...schedules(world) });

function contacts({ scene, served }: World) {
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

  return {
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
  } satisfies Partial<CommandCases>;
}

const PLAN = { body: 'Até amanhã!', sendAt: '2040-01-01T12:00:00Z', mediaId: null };

function schedules({ scene, served, planned }: World) {
  return {
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
            await scene.run(
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
  } satisfies Partial<CommandCases>;
}
