import type { ChatItem, ChatMessageItem } from '@balcao/shared/features/chats/bridge.ts';
import type { ChatMessageRow, ChatRow } from '@balcao/shared/features/chats/row.ts';
import type { Rows } from '../../core/store/rows.ts';

/** Makes chats, and what is said in them, what a person sees of them. */
export function createChatItems(rows: Rows, userId: number) {
  // Names change without an update of the row.
  const nameOf = (id: number, known: string) => rows.get('user', id)?.name ?? known;

  function itemOf(row: ChatRow): ChatItem {
    const users = row.users.map((member) => ({
      ...member,
      user: { ...member.user, name: nameOf(member.userId, member.user.name) },
    }));
    const own = users.find((member) => member.userId === userId);
    const others = users.filter((member) => member.userId !== userId);
    const last = users.find((member) => member.userId === row.lastSenderId);
    const lastName = row.lastSenderId === null ? '' : nameOf(row.lastSenderId, last?.user.name ?? '');
    return {
      ...row,
      users,
      name: row.ofTwo ? others.map(({ user }) => user.name).join(', ') : row.title,
      unread: own?.unreads ?? 0,
      lastSenderName: lastName,
    };
  }

  function messageOf(row: ChatMessageRow, sent: ReadonlyMap<string, ChatMessageItem['delivery']>) {
    const name = row.senderId === null ? '' : nameOf(row.senderId, row.sender.name);
    return { ...row, sender: { name }, delivery: sent.get(row.id) ?? ({ state: 'accepted' } as const) };
  }

  return { itemOf, messageOf };
}
