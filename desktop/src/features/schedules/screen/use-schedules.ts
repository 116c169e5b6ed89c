import { PAGE_SIZE } from '@balcao/shared/contract/limits.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useBridge } from '../../../renderer/kit/bridge-context.tsx';

/** The list page by page, from the cache; live-queries.ts knows it by the first word of its key. */
export function useSchedules(search: string) {
  const bridge = useBridge();
  const result = useInfiniteQuery({
    queryKey: ['schedules.list', { search, pages: true }],
    queryFn: ({ pageParam }) =>
      bridge.invoke('schedules.list', { search, offset: pageParam, limit: PAGE_SIZE }),
    initialPageParam: 0,
    getNextPageParam: (page, pages) => (page.hasMore ? pages.length * PAGE_SIZE : undefined),
    placeholderData: keepPreviousData,
  });
  const rows = (result.data?.pages ?? []).flatMap(({ schedules }) => schedules);
  // One that moved to another page while they were read is shown once.
  return { ...result, rows: [...new Map(rows.map((row) => [row.id, row])).values()] };
}
