import type { ChatMessageRow } from '@balcao/shared/features/chats/row.ts';
import type { Database } from 'better-sqlite3';
import type { Rows } from '../../core/store/rows.ts';

/**
 * The rule by which messages of a chat are kept: the newest ones, without a hole down to the oldest that is here. So the
 * number of that one says all that is missing, whatever came in which order.
 */
export interface ChatMessages {
  /** Those of them that fit: that are here already, or follow on what is. */
  fitting(messages: readonly ChatMessageRow[]): ChatMessageRow[];
  /** All of them come again. */
  forget(): void;
}

export function createChatMessages(db: Database, rows: Rows): ChatMessages {
  const oldest = db
    .prepare<[number], number | null>('select min(number) from main.chatMessage where chat_id = ?')
    .pluck();
  const forget = db.prepare('delete from main.chatMessage');

  return {
    fitting(messages) {
      const lowest = new Map<number, number>();
      const lowestOf = (chatId: number): number => {
        const above = (rows.get('chat', chatId)?.lastNumber ?? Number.NEGATIVE_INFINITY) + 1;
        return lowest.get(chatId) ?? oldest.get(chatId) ?? above;
      };
      return messages
        .toSorted((a, b) => b.number - a.number)
        .filter(({ chatId, number }) => {
          const low = lowestOf(chatId);
          // Without its chat a message belongs to nobody here: the person has left it.
          if (rows.get('chat', chatId) === undefined || number < low - 1) return false;
          lowest.set(chatId, Math.min(low, number));
          return true;
        });
    },
    forget: () => void forget.run(),
  };
}
