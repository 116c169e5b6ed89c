import type { MessageKey } from '@balcao/shared/contract/message-key.ts';
import type { MessageHit } from '@balcao/shared/features/messages/calls.ts';
import type { MessageRow } from '@balcao/shared/features/messages/row.ts';
import type { SearchFilter } from '@balcao/shared/features/ticket-list/bridge.ts';
import { ticketFilter } from '@balcao/shared/features/ticket-list/filter.ts';
import { fold } from '@balcao/shared/text/fold.ts';
import { dayStart } from '@balcao/shared/time/local-day.ts';
import type { Database } from 'better-sqlite3';
import type { History } from '../../core/store/history.ts';
import { firstNumberOf } from '../../core/store/message-number.ts';
import type { Rows } from '../../core/store/rows.ts';
import { selectIds } from '../ticket-list/ticket-query.ts';

interface MessageSearch {
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

/** The terms that find a message beside its words (see the migration). */
const KIND = '\uE000';
const TICKET = '\uE001';
const ORIGIN = '\uE002';

/** With so few tickets the index itself leaves the others out; with more, most often enough of what is found is theirs. */
const FEW_TICKETS = 100;
/** With up to so many the index is queried for them in parts when the newest hits did not yield enough. */
const MANY_TICKETS = 1_000;
/** So many hits are checked: some 10 ms, and 60 where nothing else helps. */
const LOOK = 20_000;
const LONG_LOOK = 150_000;
/** A longer beginning is replaced by the words that have it, unless there are more: see `beginning`. */
const MAX_WORDS = 64;

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
const MAX_HITS = 500;

export function createMessageSearch(deps: Deps): MessageSearches {
  const { db, rows, history, userId } = deps;
  db.exec("create virtual table temp.word using fts5vocab('main', 'message_words', 'row')");
  const wordsLike = db
    .prepare<[string, string], string>(
      `select term from temp.word where term >= ? and term < ? limit ${MAX_WORDS + 1}`,
    )
    .pluck();
  const say = prepareSay(db, `(${NUMBERS})`, '');
  // The plus sign: one look at each message that is found, not one for each ticket.
  const sayIn = prepareSay(
    db,
    `(${NUMBERS} order by rowid desc limit :look)`,
    'and +f.ticket_id in (select value from json_each(:tickets))',
  );
  const further = db
    .prepare<[Query & { look: number }], number>(`${NUMBERS} order by rowid desc limit 1 offset :look`)
    .pluck();

  /** A word that is still being typed, in the language of FTS5; null: no word begins so. */
  function beginning(word: string): string | null {
    const letters = [...word].length;
    // One letter begins half of all words; of two and three there is an index.
    if (letters <= 3) return `${quoted(word)}${letters === 1 ? '' : '*'}`;
    // FTS5 would read every message of every such word before it shows the first.
    const words = wordsLike.all(word, `${word}\u{10FFFF}`);
    if (words.length > MAX_WORDS) return `${quoted(word)}*`;
    return words.length === 0 ? null : anyOf(words);
  }

  function ticketsOf({ queueIds, tagIds, userIds }: SearchFilter): number[] | null {
    if (queueIds.length + tagIds.length + userIds.length === 0) return null;
    const filter = ticketFilter.parse({ queueIds, tagIds, userIds });
    const { sql, values } = selectIds({ status: null, search: '', filter }, { userId, now: Date.now() });
    return db.prepare<[typeof values], number>(sql).pluck().all(values);
  }

  function sayOf(tickets: readonly number[], query: Query): Said {
    const few = tickets.length <= MANY_TICKETS;
    const looking = { ...query, look: few ? LOOK : LONG_LOOK };
    const near = sayIn.all({ ...looking, tickets: JSON.stringify(tickets) });
    if (near.length >= query.limit || further.get(looking) === undefined) return { said: near, isCut: false };
    return few ? { said: sayInParts(tickets, query), isCut: false } : { said: near, isCut: true };
  }

  function sayInParts(tickets: readonly number[], query: Query): string[] {
    const said: string[] = [];
    for (let at = 0; at < tickets.length; at += FEW_TICKETS) {
      const part = anyOf(tickets.slice(at, at + FEW_TICKETS).map((id) => TICKET + id));
      said.push(...say.all({ ...query, match: `${query.match} AND ${part}` }));
    }
    return said;
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
        if (said.length === 0) return sayVerbatim.all(contactId, text, MAX_HITS);
        if (said.includes(null) || tickets.length === 0) return [];
        const match = [...said, anyOf(tickets)].join(' AND ');
        return say.all({ match, limit: MAX_HITS, ...spanOf(undefined) });
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
        ...(filter && filter.origins.length > 0
          ? [anyOf(filter.origins.map((origin) => ORIGIN + origin))]
          : []),
        ...(tickets && tickets.length <= FEW_TICKETS ? [anyOf(tickets.map((id) => TICKET + id))] : []),
      ];
      const found = (wanted: (string | null)[]): Said => {
        if (wanted.includes(null)) return { said: [], isCut: false };
        const query = { match: [...wanted, ...narrowed].join(' AND '), limit: limit + 1, ...spanOf(filter) };
        const isFew = !tickets || tickets.length <= FEW_TICKETS;
        return isFew ? { said: say.all(query), isCut: false } : sayOf(tickets, query);
      };
      const whole = found(words.map(quoted));
      // Beginnings are searched only where whole words are rare, and where there are others.
      const begun = whole.said.length > limit ? [] : words.map(beginning);
      const isSame = begun.every((wanted, at) => wanted === anyOf(words.slice(at, at + 1)));
      const { said, isCut } = isSame ? whole : found(begun);
      const newest = said.map((json) => JSON.parse(json) as MessageRow).sort(newestFirst);
      const hits = newest.slice(0, limit + 1).flatMap((row) => toHit(row) ?? []);
      return { hits: hits.slice(0, limit), hasMore: isCut || hits.length > limit };
    },
  };
}

interface Said {
  /** Rows. */
  said: string[];
  /** There may be older ones. */
  isCut: boolean;
}

interface Query extends Span {
  /** The query in the language of FTS5. */
  match: string;
  limit: number;
}

const NUMBERS = `
  select rowid as n from message_words
  where message_words match :match and rowid >= :since and rowid < :until`;

/** The newest first. @param numbers a query of messages' numbers, in that order */
function prepareSay(db: Database, numbers: string, narrowed: string) {
  return db
    .prepare<[Query & { tickets?: string; look?: number }], string>(
      `select m.row from ${numbers} w
         cross join main.message f indexed by message_facts on f.n = w.n
         cross join main.message m on m.n = f.n
       where true ${narrowed}
       order by w.n desc limit :limit`,
    )
    .pluck();
}

const keyOfRow = ({ createdAt, id }: MessageRow): MessageKey => ({ createdAt, id });

/** The order of conversations, backwards. */
function newestFirst(a: MessageKey, b: MessageKey): number {
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

/** Quotes the typed text, so that it is never taken for an operator. */
const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const quoted = (word: string): string => `"${word}"`;

const anyOf = (words: readonly string[]): string => `(${words.map(quoted).join(' OR ')})`;
