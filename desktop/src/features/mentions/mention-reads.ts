import type { MentionItem } from '@balcao/shared/features/mentions/bridge.ts';
import type { MentionRow } from '@balcao/shared/features/mentions/row.ts';
import type { Database } from 'better-sqlite3';
import type { Overlay } from '../../core/outbox/overlay.ts';
import type { Rows } from '../../core/store/rows.ts';

export interface MentionReads {
  /** The newest ones. */
  list(limit: number): MentionItem[];
  countUnread(): number;
  /** Ids of those that are unread: of one message, or all. */
  unreadIds(messageId: string | null): string[];
  byId(id: string): MentionItem | null;
}

interface Deps {
  db: Database;
  rows: Rows;
  overlay: Overlay;
}

export function createMentionReads({ db, rows, overlay }: Deps): MentionReads {
  const list = db
    // Rows and commands are walked together in the order of the index only when its columns are selected.
    .prepare<[number], { row: string }>(
      'select created_at, id, row from effective_mention order by created_at desc, id desc limit ?',
    );
  const countUnread = db
    .prepare<[], number>('select count(*) from effective_mention where unread = 1')
    .pluck();
  const unreadIds = db
    .prepare<{ messageId: string | null }, string>(
      'select id from effective_mention where unread = 1 and (:messageId is null or message_id = :messageId)',
    )
    .pluck();

  function itemOf(row: MentionRow): MentionItem {
    // Names change without an update of the row.
    const { contact } = row;
    const name = contact && (overlay.get('contact', contact.id)?.name ?? contact.name);
    const author = row.authorId === null ? undefined : rows.get('user', row.authorId);
    return {
      ...row,
      contact: contact && name !== null ? { ...contact, name } : null,
      authorName: author?.name ?? '',
    };
  }

  return {
    list: (limit) => list.all(limit).map(({ row }) => itemOf(JSON.parse(row) as MentionRow)),
    countUnread: () => countUnread.get() ?? 0,
    unreadIds: (messageId) => unreadIds.all({ messageId }),
    byId(id) {
      const row = overlay.get('mention', id);
      return row ? itemOf(row) : null;
    },
  };
}
