import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { replaceEqualDeep, useQueries } from '@tanstack/react-query';
import { useRef } from 'react';
import { useBridge } from '../../kit/bridge-context.tsx';

/** Headings are among the rows of a list under negative numbers. */
export const isTicket = (id: number): boolean => id > 0;

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
