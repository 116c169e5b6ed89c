import type { TicketItem } from '@balcao/shared/bridge/methods.ts';
import type { TicketSort } from '@balcao/shared/bridge/ticket-list.ts';
import { PAGE_SIZE } from '@balcao/shared/constants.ts';
import type { TicketFilter } from '@balcao/shared/domain/ticket-filter.ts';
import type { TicketStatus } from '@balcao/shared/model/ticket.ts';
import { keepPreviousData, replaceEqualDeep, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useBridge } from '../../kit/bridge-context.tsx';
import type { TicketTab } from '../../kit/tickets-view.ts';
import { isTicket } from './bulk/selection-store.ts';

export interface ListQuery {
  tab: TicketTab;
  search: string;
  filter: TicketFilter;
  sort: TicketSort;
}

/** Null: of every status. */
export const statusOf = (tab: TicketTab): TicketStatus | null =>
  tab === 'search' || tab === 'snoozed' ? null : tab === 'chatbot' ? 'pending' : tab;

const NONE: number[] = [];

/** The ids of a tab in their order, and its first rows. `more` requests older closed tickets. */
export function useTicketList({ tab, search, filter, sort }: ListQuery, enabled: boolean) {
  const bridge = useBridge();
  const [reach, setReach] = useState(PAGE_SIZE);
  const input = {
    status: statusOf(tab),
    search: tab === 'search' ? search : '',
    snoozed: tab === 'snoozed',
    chatbot: tab === 'chatbot',
    filter,
    sort,
    limit: PAGE_SIZE,
    reach,
  };
  const query = useQuery({
    queryKey: ['tickets.list', input],
    queryFn: () => bridge.invoke('tickets.list', input),
    placeholderData: keepPreviousData,
    enabled,
  });
  const ids = query.data?.ids ?? NONE;
  const isWaiting = query.isFetching || !query.data?.hasMore;
  const more = useCallback(() => {
    if (!isWaiting) setReach(ids.length + PAGE_SIZE);
  }, [isWaiting, ids.length]);
  return { ...query, ids, first: query.data?.tickets, hasMore: query.data?.hasMore ?? false, more };
}

/** Rows are read so many at a time, each once, and so many before and after what is visible: a fast wheel finds them. */
const CHUNK = 50;
const MARGIN = 30;
/** Beyond so many remembered rows only those in sight are kept. */
const MAX_REMEMBERED = 1_000;

/**
 * The rows between two places of a list. Those that are not here yet, or not any more, are answered as last seen, so
 * that a row never turns into a gap while it is read again.
 */
export function useTicketItems(
  ids: readonly number[],
  first: readonly TicketItem[],
  range: { from: number; to: number },
): ReadonlyMap<number, TicketItem> {
  const bridge = useBridge();
  const remembered = useRef(new Map<number, TicketItem>());
  const taken = useRef(new WeakSet<readonly TicketItem[]>());
  const remember = (items: readonly TicketItem[]) => {
    if (taken.current.has(items)) return;
    taken.current.add(items);
    // An equal row stays the same object, so that it is not redrawn.
    for (const item of items)
      remembered.current.set(item.id, replaceEqualDeep(remembered.current.get(item.id), item));
  };
  if (remembered.current.size > MAX_REMEMBERED) {
    remembered.current.clear();
    taken.current = new WeakSet();
  }
  const known = new Set(first.map(({ id }) => id));
  const start = Math.max(0, Math.floor((range.from - MARGIN) / CHUNK));
  const chunks = Array.from({ length: Math.ceil((range.to + 1 + MARGIN) / CHUNK) - start }, (_, n) =>
    ids.slice((start + n) * CHUNK, (start + n + 1) * CHUNK).filter((id) => isTicket(id) && !known.has(id)),
  );
  const answers = useQueries({
    queries: chunks.map((wanted) => ({
      queryKey: ['tickets.items', { ids: wanted }],
      queryFn: async () => {
        const items = await bridge.invoke('tickets.items', { ids: wanted });
        // The wheel may be past these rows by now, and the answer has no observer any more.
        remember(items);
        return items;
      },
      enabled: wanted.length > 0,
    })),
  });
  for (const { data } of answers) if (data) remember(data);
  remember(first);
  return remembered.current;
}
