import { PAGE_SIZE } from '@balcao/shared/contract/limits.ts';
import { useState } from 'react';
import type { Pages } from '../../../renderer/components/load-more.tsx';

/** Rows that are all there, drawn page by page: a thousand of them at once would be felt. */
export function usePart<T>(rows: readonly T[]): { part: readonly T[]; pages: Pages } {
  const [shown, setShown] = useState(PAGE_SIZE);
  return {
    part: rows.slice(0, shown),
    pages: {
      hasNextPage: shown < rows.length,
      isFetchingNextPage: false,
      isFetchNextPageError: false,
      fetchNextPage: async () => setShown((before) => before + PAGE_SIZE),
    },
  };
}
