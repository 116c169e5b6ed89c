import type { ChatReaction } from '@balcao/shared/features/chats/row.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../platform/db/client.ts';
import { insertAll } from '../platform/db/insert-all.ts';
import { insertInto } from '../platform/db/rows.ts';
import { PEOPLE, type Person } from './accounts.ts';
import type { Shop } from './enacted.ts';

/** Minutes ago, who, what, and what others have reacted. */
type Line = readonly [ago: number, by: Person, body: string, reactions?: Partial<Record<Person, string>>];

interface Told {
  title: string;
  owner: Person;
  members: readonly Person[];
  /** Who has not read how many of the newest. */
  unread: Partial<Record<Person, number>>;
  lines: readonly Line[];
}

/** What the shop's people say to each other in the morning. */
const CHATS: readonly Told[] = [
  {
    title: 'Turno da manhã',
    owner: 'admin',
    members: ['admin', 'ana', 'bruno'],
    unread: { ana: 2 },
    lines: [
      [190, 'admin', 'Bom dia! Hoje o entregador passa às 11h e às 16h.'],
      [184, 'ana', 'Bom dia! Fico com os pedidos do WhatsApp até o almoço.'],
      [181, 'bruno', 'E eu com o suporte. A máquina do balcão está sendo limpa.'],
      [42, 'bruno', 'Chegou café em grãos, já atualizei a planilha.', { admin: '👏', ana: '☕' }],
      [38, 'admin', 'Ótimo. Quem puder, responda os que esperam há mais tempo.'],
    ],
  },
  {
    title: '',
    owner: 'ana',
    members: ['ana', 'bruno'],
    unread: { bruno: 1 },
    lines: [
      [64, 'ana', 'Você lembra o prazo de troca do moedor?'],
      [61, 'bruno', 'Sete dias com a nota. Depois disso, só pela garantia.'],
      [60, 'ana', 'Perfeito, obrigada! 🙏'],
    ],
  },
];

const MINUTE_MS = 60_000;

export async function writeChats(tx: Tx, { companyId, people, now }: Shop): Promise<void> {
  for (const { title, owner, members, unread, lines } of CHATS) {
    const at = ([ago]: Line) => new Date(now.getTime() - ago * MINUTE_MS);
    const [first, last] = [lines[0], lines.at(-1)];
    if (!first || !last) continue;
    const ids = members.map((person) => people[person]).sort((a, b) => a - b);
    const chatId = await insertInto(tx, 'chats', {
      companyId,
      title,
      ownerId: people[owner],
      pair: title === '' ? ids.join(':') : null,
      lastNumber: lines.length,
      lastMessage: last[2],
      lastSenderId: people[last[1]],
      createdAt: at(first),
      updatedAt: at(last),
    });
    await insertAll(
      tx,
      'chat_messages',
      lines.map((line, index) => ({
        companyId,
        id: uuidv7(),
        chatId,
        number: index + 1,
        senderId: people[line[1]],
        body: line[2],
        mediaType: 'chat',
        mentions: [],
        reactions: Object.entries(line[3] ?? {}).map(([person, emoji]) => {
          const reaction = { userId: people[person as Person], name: PEOPLE[person as Person].name, emoji };
          return reaction satisfies ChatReaction;
        }),
        isEdited: false,
        isDeleted: false,
        createdAt: at(line),
      })),
    );
    await insertAll(
      tx,
      'chat_members',
      members.map((person) => ({
        companyId,
        chatId,
        userId: people[person],
        unreads: unread[person] ?? 0,
        readNumber: lines.length - (unread[person] ?? 0),
        joinedAt: at(first),
      })),
    );
  }
}
