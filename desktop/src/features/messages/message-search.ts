import type { MessageKey } from '@balcao/shared/contract/message-key.ts';
import type { MessageHit } from '@balcao/shared/features/messages/calls.ts';
import type { MessageRow } from '@balcao/shared/features/messages/row.ts';
import type { SearchFilter } from '@balcao/shared/features/ticket-list/bridge.ts';
import { ticketFilter } from '@balcao/shared/features/ticket-list/filter.ts';
import { dayStart } from '@balcao/shared/time/local-day.ts';
import type { Database } from 'better-sqlite3';
import type { History } from '../../core/store/history.ts';
import { firstNumberOf } from '../../core/store/message-number.ts';
import {
  anyOf,
  createMessageWords,
  FEW_TICKETS,
  KIND,
  ORIGIN,
  quoted,
  type Said,
  type Span,
  TICKET,
  wordsOf,
} from '../../core/store/message-words.ts';
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

interface Deps {
  db: Database;
  rows: Rows;
  history: History;
  userId: number;
}

/** Nobody steps through more hits. */
const MAX_HITS = 500;

export function createMessageSearch({ db, rows, history, userId }: Deps): MessageSearches {
  const words = createMessageWords(db);
  const sayVerbatim = db
    .prepare<[number, string, number], string>(
      `select row from main.message
       where contact_id = ? and words is not null and instr(json_extract(row, '$.body'), ?) > 0
       order by created_at desc, id desc limit ?`,
    )
    .pluck();
  const selectOf = db.prepare<[number], number>('select id from main.ticket where contact_id = ?').pluck();

  function ticketsOf({ queueIds, tagIds, userIds }: SearchFilter): number[] | null {
    if (queueIds.length + tagIds.length + userIds.length === 0) return null;
    const filter = ticketFilter.parse({ queueIds, tagIds, userIds });
    const { sql, values } = selectIds({ status: null, search: '', filter }, { userId, now: Date.now() });
    return db.prepare<[typeof values], number>(sql).pluck().all(values);
  }

  function toHit(row: MessageRow): MessageHit | null {
    const ticket = rows.get('ticket', row.ticketId);
    const contact = rows.get('contact', row.contactId);
    if (!ticket || !contact) return null;
    const { id, body, fromMe, createdAt, mediaType } = row;
    return { id, body, fromMe, createdAt, mediaType, ticketUuid: ticket.uuid, contactName: contact.name };
  }

  return {
    findOf(contactId, text) {
      const said = wordsOf(text).map(words.beginning);
      const tickets = selectOf.all(contactId).map((id) => TICKET + id);
      const found = (): string[] => {
        if (said.length === 0) return sayVerbatim.all(contactId, text, MAX_HITS);
        if (said.includes(null) || tickets.length === 0) return [];
        const match = [...said, anyOf(tickets)].join(' AND ');
        return words.say({ match, limit: MAX_HITS, ...spanOf(undefined) });
      };
      const hits = found().map((json) => keyOfRow(JSON.parse(json) as MessageRow));
      return { hits: hits.toSorted(newestFirst), complete: history.get(contactId)?.complete ?? false };
    },

    find({ text, limit, filter }) {
      const typed = wordsOf(text);
      const tickets = filter ? ticketsOf(filter) : null;
      if (typed.length === 0 || tickets?.length === 0) return { hits: [], hasMore: false };
      const isFew = !tickets || tickets.length <= FEW_TICKETS;
      const narrowed = filter ? termsOf(filter, isFew ? tickets : null) : [];
      const found = (wanted: (string | null)[]): Said => {
        if (wanted.includes(null)) return { said: [], isCut: false };
        const query = { match: [...wanted, ...narrowed].join(' AND '), limit: limit + 1, ...spanOf(filter) };
        return isFew ? { said: words.say(query), isCut: false } : words.sayOf(tickets, query);
      };
      const whole = found(typed.map(quoted));
      // Beginnings are searched only where whole words are rare, and where there are others.
      const begun = whole.said.length > limit ? [] : typed.map(words.beginning);
      const isSame = begun.every((wanted, at) => wanted === anyOf(typed.slice(at, at + 1)));
      const { said, isCut } = isSame ? whole : found(begun);
      const newest = said.map((json) => JSON.parse(json) as MessageRow).sort(newestFirst);
      const hits = newest.slice(0, limit + 1).flatMap((row) => toHit(row) ?? []);
      return { hits: hits.slice(0, limit), hasMore: isCut || hits.length > limit };
    },
  };
}

/** What a filter adds to a query. */
function termsOf({ kinds, origins }: SearchFilter, tickets: readonly number[] | null): string[] {
  return [
    ...(kinds.length > 0 ? [anyOf(kinds.map((kind) => KIND + kind))] : []),
    ...(origins.length > 0 ? [anyOf(origins.map((origin) => ORIGIN + origin))] : []),
    ...(tickets ? [anyOf(tickets.map((id) => TICKET + id))] : []),
  ];
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
