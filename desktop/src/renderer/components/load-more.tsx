import { Button, Center, Loader } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Pages } from '../kit/api-query.ts';
import { useTexts } from '../kit/use-texts.ts';

/** Lists load their next page this near to the bottom. */
const LOAD_MORE_PX = 100;

/**
 * The end of a list: loads the next page when it comes within 100 px. After a failure it waits
 * to be asked: without a network it would repeat for ever.
 */
export function LoadMore({ pages }: { pages: Pages }) {
  const { t } = useTexts();
  const { hasNextPage, isFetchingNextPage: loading, isFetchNextPageError: failed, fetchNextPage } = pages;
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!end.current || !hasNextPage || loading || failed) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage();
      },
      // The list scrolls inside the page, where a margin of the root counts for nothing.
      { scrollMargin: `${LOAD_MORE_PX}px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasNextPage, loading, failed, fetchNextPage]);
  return (
    <div ref={end}>
      {loading ? (
        <Center p="md">
          <Loader size="sm" />
        </Center>
      ) : failed ? (
        <Center p="md">
          <Button variant="default" onClick={() => void fetchNextPage()}>
            {t('common:retry')}
          </Button>
        </Center>
      ) : null}
    </div>
  );
}
