import { fold } from '@balcao/shared/text/fold.ts';
import type { Database } from 'better-sqlite3';

/** The terms that find a message beside its words (see the migration). */
export const KIND = '\uE000';
export const TICKET = '\uE001';
export const ORIGIN = '\uE002';

/** With so few tickets the index itself leaves the others out; with more, most often enough of what is found is theirs. */
export const FEW_TICKETS = 100;
/** With up to so many the index is queried for them in parts when the newest hits did not yield enough. */
const MANY_TICKETS = 1_000;
/** So many hits are checked: some 10 ms, and 60 where nothing else helps. */
const LOOK = 20_000;
const LONG_LOOK = 150_000;
/** A longer beginning is replaced by the words that have it, unless there are more: see `beginning`. */
const MAX_WORDS = 64;

export interface Span {
  since: number;
  until: number;
}

export interface Said {
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

/** The words of all messages: finds the rows of those that match a query, newest first. */
export interface MessageWords {
  /** A word that is still being typed, in the language of FTS5; null: no word begins so. */
  beginning(word: string): string | null;
  say(query: Query): string[];
  /** Only in these tickets. */
  sayOf(tickets: readonly number[], query: Query): Said;
}

export function createMessageWords(db: Database): MessageWords {
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

  function sayInParts(tickets: readonly number[], query: Query): string[] {
    const said: string[] = [];
    for (let at = 0; at < tickets.length; at += FEW_TICKETS) {
      const part = anyOf(tickets.slice(at, at + FEW_TICKETS).map((id) => TICKET + id));
      said.push(...say.all({ ...query, match: `${query.match} AND ${part}` }));
    }
    return said;
  }

  return {
    say: (query) => say.all(query),
    beginning(word) {
      const letters = [...word].length;
      // One letter begins half of all words; of two and three there is an index.
      if (letters <= 3) return `${quoted(word)}${letters === 1 ? '' : '*'}`;
      // FTS5 would read every message of every such word before it shows the first.
      const words = wordsLike.all(word, `${word}\u{10FFFF}`);
      if (words.length > MAX_WORDS) return `${quoted(word)}*`;
      return words.length === 0 ? null : anyOf(words);
    },
    sayOf(tickets, query) {
      const few = tickets.length <= MANY_TICKETS;
      const looking = { ...query, look: few ? LOOK : LONG_LOOK };
      const near = sayIn.all({ ...looking, tickets: JSON.stringify(tickets) });
      if (near.length >= query.limit || further.get(looking) === undefined)
        return { said: near, isCut: false };
      return few ? { said: sayInParts(tickets, query), isCut: false } : { said: near, isCut: true };
    },
  };
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

export const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Quotes the typed text, so that it is never taken for an operator. */
export const quoted = (word: string): string => `"${word}"`;

export const anyOf = (words: readonly string[]): string => `(${words.map(quoted).join(' OR ')})`;
