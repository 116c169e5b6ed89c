import type { MessageHit } from '@balcao/shared/api/messages.ts';
import { type SearchFilter, ticketFilter } from '@balcao/shared/bridge/methods.ts';
import { dayStart } from '@balcao/shared/domain/local-day.ts';
import type { MessageRow } from '@balcao/shared/sync/entities.ts';
import type { MessageKey } from '@balcao/shared/sync/frames.ts';
import type { Database } from 'better-sqlite3';
import { fold } from './fold.ts';
import type { History } from './history.ts';
import { firstNumberOf } from './message-number.ts';
import type { Rows } from './rows.ts';
import { selectIds } from './ticket-query.ts';

export interface MessageSearch {
  text: string;
  limit: number;
  filter?: SearchFilter;
}

export interface MessageSearches {
  /** Messages of the cache with all of these words, each as it begins, newest first. */
  find(query: MessageSearch): { hits: MessageHit[]; hasMore: boolean };
  /**
   * The same in the conversation of one contact; a text without words, as of emoji, as it stands. `complete`: all of the
   * conversation is here.
   */
  findOf(contactId: number, text: string): { hits: MessageKey[]; complete: boolean };
}

/** What a message is found by beside its words (see the migration). */
const KIND = '\uE000';
const TICKET = '\uE001';

/** With so few tickets the index itself leaves the others out; with more, enough of what is found belongs to one. */
const FEW_TICKETS = 100;
/** A longer beginning is replaced by the words that have it, unless there are more: see `beginning`. */
const MOST_WORDS = 64;

interface Span {
  since: number;
  until: number;
}

interface Deps {
  db: Database;
  rows: Rows;
  history: History;
  userId: number;
}

/** More hits than anybody steps through. */
const MOST_HITS = 500;

export function createMessageSearch(deps: Deps): MessageSearches {
  const { db, rows, history, userId } = deps;
  db.exec("create virtual table temp.word using fts5vocab('main', 'message_words', 'row')");
  const wordsLike = db
    .prepare<[string, string], string>(
      `select term from temp.word where term >= ? and term < ? limit ${MOST_WORDS + 1}`,
    )
    .pluck();
  const say = prepareSay(db, '');
  // The plus sign: one look at each message that is found, not one for each ticket.
  const sayIn = prepareSay(db, 'and +f.ticket_id in (select value from json_each(:tickets))');

  /** A word that is still being typed, in the language of FTS5; null: no word begins so. */
  function beginning(word: string): string | null {
    const letters = [...word].length;
    // One letter begins half of all words; of two and three there is an index.
    if (letters <= 3) return `${quoted(word)}${letters === 1 ? '' : '*'}`;
    // FTS5 would read every message of every such word before it shows the first.
    const words = wordsLike.all(word, `${word}\u{10FFFF}`);
    if (words.length > MOST_WORDS) return `${quoted(word)}*`;
    return words.length === 0 ? null : anyOf(words);
  }

  function ticketsOf({ queueIds, tagIds, userIds }: SearchFilter): number[] | null {
    if (queueIds.length + tagIds.length + userIds.length === 0) return null;
    const filter = ticketFilter.parse({ queueIds, tagIds, userIds });
    const { sql, values } = selectIds({ status: null, search: '', filter }, userId);
    return db.prepare<[typeof values], number>(sql).pluck().all(values);
  }

  function toHit(row: MessageRow): MessageHit | null {
    const ticket = rows.get('ticket', row.ticketId);
    const contact = rows.get('contact', row.contactId);
    if (!ticket || !contact) return null;
    const { id, body, fromMe, createdAt, mediaType } = row;
    return { id, body, fromMe, createdAt, mediaType, ticketUuid: ticket.uuid, contactName: contact.name };
  }

  const sayVerbatim = db
    .prepare<[number, string, number], string>(
      `select row from main.message
       where contact_id = ? and words is not null and instr(json_extract(row, '$.body'), ?) > 0
       order by created_at desc, id desc limit ?`,
    )
    .pluck();
  const selectOf = db.prepare<[number], number>('select id from main.ticket where contact_id = ?').pluck();

  return {
    findOf(contactId, text) {
      const said = wordsOf(text).map(beginning);
      const tickets = selectOf.all(contactId).map((id) => TICKET + id);
      const found = (): string[] => {
        if (said.length === 0) return sayVerbatim.all(contactId, text, MOST_HITS);
        if (said.includes(null) || tickets.length === 0) return [];
        const match = [...said, anyOf(tickets)].join(' AND ');
        return say.all({ match, limit: MOST_HITS, ...spanOf(undefined) });
      };
      const hits = found().map((json) => keyOfRow(JSON.parse(json) as MessageRow));
      return { hits: hits.toSorted(newestFirst), complete: history.get(contactId)?.complete ?? false };
    },

    find({ text, limit, filter }) {
      const words = wordsOf(text);
      const tickets = filter ? ticketsOf(filter) : null;
      if (words.length === 0 || tickets?.length === 0) return { hits: [], hasMore: false };
      const narrowed = [
        ...(filter && filter.kinds.length > 0 ? [anyOf(filter.kinds.map((kind) => KIND + kind))] : []),
        ...(tickets && tickets.length <= FEW_TICKETS ? [anyOf(tickets.map((id) => TICKET + id))] : []),
      ];
      const found = (said: (string | null)[]): string[] => {
        if (said.includes(null)) return [];
        const query = { match: [...said, ...narrowed].join(' AND '), limit: limit + 1, ...spanOf(filter) };
        if (!tickets || tickets.length <= FEW_TICKETS) return say.all(query);
        return sayIn.all({ ...query, tickets: JSON.stringify(tickets) });
      };
      const whole = found(words.map(quoted));
      // Beginnings are searched only where whole words are rare.
      const said = whole.length > limit ? whole : found(words.map(beginning));
      const hits = said.flatMap((json) => toHit(JSON.parse(json) as MessageRow) ?? []);
      hits.sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
      return { hits: hits.slice(0, limit), hasMore: hits.length > limit };
    },
  };
}

function prepareSay(db: Database, narrowed: string) {
  return db
    .prepare<[{ match: string; limit: number; tickets?: string } & Span], string>(
      `select m.row from message_words
         cross join main.message f indexed by message_facts on f.n = message_words.rowid
         cross join main.message m on m.n = f.n
       where message_words match :match and message_words.rowid >= :since and message_words.rowid < :until
         ${narrowed}
       order by message_words.rowid desc limit :limit`,
    )
    .pluck();
}

const keyOfRow = ({ createdAt, id }: MessageRow): MessageKey => ({ createdAt, id });

/** The order of conversations, backwards. */
export function newestFirst(a: MessageKey, b: MessageKey): number {
  const later = Date.parse(b.createdAt) - Date.parse(a.createdAt);
  return later === 0 ? (a.id < b.id ? 1 : -1) : later;
}

/** Numbers of messages are in the order of time. */
function spanOf(filter: SearchFilter | undefined): Span {
  return {
    since: filter?.from ? firstNumberOf(dayStart(filter.from)) : 0,
    until: filter?.to ? firstNumberOf(dayStart(filter.to, 1)) : Number.MAX_SAFE_INTEGER,
  };
}

/** What a person types is never taken for an operator. */
const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const quoted = (word: string): string => `"${word}"`;

const anyOf = (words: readonly string[]): string => `(${words.map(quoted).join(' OR ')})`;
