import type { RowSet } from '@balcao/shared/sync/entities.ts';
import type { BatchFrame, FetchFrame } from '@balcao/shared/sync/frames.ts';
import { type History, isOlder, type Key, keyOf } from './history.ts';
import type { Rows } from './rows.ts';

export interface FeedContext {
  /** Tickets that a screen shows, once the server is known to deliver their messages. */
  interest: ReadonlySet<number>;
}

/** Decides of how much of a contact's messages it is still known that none is missing. */
export interface HistoryReview {
  /** The state of the contacts of a batch's tickets before it is applied. */
  before(batch: BatchFrame, context: FeedContext): Map<number, Before>;
  /** The batch is applied. @returns tickets whose newest messages must be fetched */
  after(batch: BatchFrame, before: ReadonlyMap<number, Before>, context: FeedContext): number[];
  /** Rows of a bootstrap are stored. */
  bootstrapped(set: RowSet): void;
  /** A page of messages is stored. @returns their contact */
  page(request: MessagesRequest, page: PageOfRows, context: FeedContext): number | undefined;
  /** Forgets contacts that this agent does not follow. @returns those of these tickets, or all */
  forgetUnfollowed(ticketIds: readonly number[] | undefined): number[];
}

/** A contact's conversation before a batch. */
interface Before {
  /** All of it that was known was true, and nothing that the batch brings into view belongs to it. */
  wasWhole: boolean;
}

type MessagesRequest = Extract<FetchFrame, { what: 'messages' }>;

interface PageOfRows {
  sets: readonly RowSet[];
  hasMore: boolean;
}

interface Deps {
  rows: Rows;
  history: History;
  userId: number;
}

export function createHistoryReview({ rows, history, userId }: Deps): HistoryReview {
  const { contactOf } = rows;
  const isFollowed = (contactId: number) => history.isFollowed(userId, contactId);
  const isShown = (contactId: number, { interest }: FeedContext) =>
    [...interest].some((ticketId) => contactOf(ticketId) === contactId);

  /** Only then the history of the contact's messages stays valid. */
  const isDelivered = (contactId: number, context: FeedContext) =>
    isShown(contactId, context) || isFollowed(contactId);

  return {
    before({ puts, evicts, deletes }, context) {
      const before = new Map<number, Before>();
      /** @param isNew its messages came into view with it, or have not been delivered until now */
      const note = (contactId: number | undefined, isNew: boolean) => {
        if (contactId === undefined) return;
        const known = before.get(contactId)?.wasWhole ?? isDelivered(contactId, context);
        before.set(contactId, { wasWhole: known && !isNew });
      };
      for (const { id, contactId } of puts.flatMap((set) => (set.entity === 'ticket' ? set.rows : []))) {
        note(contactId, contactOf(id) !== contactId);
        note(contactOf(id), false);
      }
      for (const { entity, ids } of [...evicts, ...deletes])
        if (entity === 'ticket') for (const id of ids) note(contactOf(Number(id)), false);
      return before;
    },
    after({ gaps }, before, context) {
      for (const [contactId, { wasWhole }] of before)
        if (!wasWhole || !isDelivered(contactId, context)) history.drop(contactId);
      // The history after a gap is complete: the server has sent the newest messages with it.
      for (const { contactId, before: key } of gaps)
        if (isDelivered(contactId, context)) history.gap(contactId, key);
      return history.missingOf(userId, [...before.keys()]);
    },
    bootstrapped(set) {
      if (set.entity !== 'message') return;
      for (const row of set.rows) if (isFollowed(row.contactId)) history.extend(row.contactId, keyOf(row));
    },
    page({ ticketId, before }, { sets, hasMore }, context) {
      const contactId = contactOf(ticketId);
      if (contactId !== undefined && isDelivered(contactId, context))
        history.page(contactId, { before, oldest: oldestOf(sets), hasMore });
      return contactId;
    },
    forgetUnfollowed(ticketIds) {
      const contactIds = ticketIds && new Set(ticketIds.map(contactOf));
      const forgotten = history.unfollowed(userId).filter((id) => contactIds?.has(id) ?? true);
      for (const id of forgotten) history.drop(id);
      return forgotten;
    },
  };
}

function oldestOf(sets: readonly RowSet[]): Key | null {
  let oldest: Key | null = null;
  for (const set of sets) {
    if (set.entity !== 'message') continue;
    for (const row of set.rows) {
      const key = keyOf(row);
      if (!oldest || isOlder(key, oldest)) oldest = key;
    }
  }
  return oldest;
}
