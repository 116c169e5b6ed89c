import { v7 as uuidv7 } from 'uuid';
import { addChat } from '../../../../server/src/sync/testing/data.ts';
import { type CommandCases, given } from '../cases.ts';
import type { World } from '../customers.ts';

/** What colleagues say to each other. */
export function chatCommands({ scene }: World) {
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

  return {
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
  } satisfies Partial<CommandCases>;
}
