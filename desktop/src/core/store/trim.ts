import type { Database } from 'better-sqlite3';
import { PICTURE_OF_CONTACT } from './rows.ts';

export interface Trimming {
  /** Closed conversations whose newest message is older than this (ms) may leave. */
  before: number;
  /** Tickets that a screen shows: they stay, with all others of their contacts. */
  shown: readonly number[];
  /** So many contacts at most: the feed must not wait for long. */
  limit: number;
}

interface Trimmed {
  contacts: number;
  /** Files of what left: nothing here shows them any more. */
  mediaIds: string[];
}

export interface StoreUsage {
  conversations: number;
  messages: number;
  contacts: number;
  drafts: number;
  /** Waiting and refused commands. */
  commands: number;
  /** Bytes of the rows, without what is free in the file. */
  bytes: number;
}

/** Removes rows from the cache that the server can send again. Callers open the transactions. */
export interface Trim {
  /** Conversations that lie still the longest, with everything of theirs. Nothing that waits or has a draft leaves. */
  trim(trimming: Trimming): Trimmed;
  usage(): StoreUsage;
  /** Gives some of the free space in the file back to the computer. Outside of transactions. */
  shrink(): void;
}

/** Pages of 4 KiB, given back at a time. */
const PAGES = 2_000;

/** A conversation is its contact's: one of these keeps all of it. */
const KEPT = `
  select contact_id from main.ticket where id in (
    select ticket_id from pending.draft
    union select ticket_id from pending.outbox
    union select value from json_each(:shown))
  union select json_extract(args, '$.contactId') from pending.outbox
  union select contact_id from main.message where id in (
    select json_extract(args, '$.ofId') from pending.outbox)`;

export function createTrim(db: Database): Trim {
  const still = db
    .prepare<[{ before: number; shown: string; limit: number }], number>(
      `with kept (contact_id) as materialized (${KEPT})
       select contact_id from main.ticket t where contact_id not in (select contact_id from kept where contact_id is not null)
       group by contact_id having max(status <> 'closed') = 0 and max(last_message_at) < :before
       order by max(last_message_at) limit :limit`,
    )
    .pluck();
  const media = db
    .prepare<[number], string>(
      `select json_extract(row, '$.media.id') from main.message
       where contact_id = ? and json_extract(row, '$.media.id') is not null`,
    )
    .pluck();
  const picture = db.prepare<[number], string>(PICTURE_OF_CONTACT).pluck();
  const removals = [
    'delete from main.message where contact_id = ?',
    'delete from main.contact_history where contact_id = ?',
    'delete from main.ticket where contact_id = ?',
    'delete from main.contact where id = ?',
  ].map((sql) => db.prepare<[number]>(sql));
  const count = db.prepare<[], Omit<StoreUsage, 'bytes'>>(`
    select (select count(*) from main.ticket) as conversations, (select count(*) from main.message) as messages,
      (select count(*) from main.contact) as contacts, (select count(*) from pending.draft) + (select count(*) from pending.chat_draft) as drafts,
      (select count(*) from pending.outbox) as commands`);
  const pages = (name: 'page_count' | 'freelist_count') =>
    Number(db.pragma(`main.${name}`, { simple: true }));

  return {
    trim({ before, shown, limit }) {
      const contactIds = still.all({ before, shown: JSON.stringify(shown), limit });
      const mediaIds: string[] = [];
      for (const id of contactIds) {
        mediaIds.push(...media.all(id), ...picture.all(id));
        for (const removal of removals) removal.run(id);
      }
      return { contacts: contactIds.length, mediaIds };
    },
    usage() {
      const counts = count.get() ?? { conversations: 0, messages: 0, contacts: 0, drafts: 0, commands: 0 };
      const size = Number(db.pragma('main.page_size', { simple: true }));
      return { ...counts, bytes: (pages('page_count') - pages('freelist_count')) * size };
    },
    shrink: () => void db.pragma(`main.incremental_vacuum(${PAGES})`),
  };
}
