import { LOAD_MORE_PX } from '@balcao/shared/constants.ts';
import { Center, Loader } from '@mantine/core';
import { useEffect, useRef } from 'react';

interface Props {
  hasMore: boolean;
  loading: boolean;
  onMore: () => void;
}

/** The end of a list: loads the next page when it comes within 100 px (specification document 2, section 9). */
export function LoadMore({ hasMore, loading, onMore }: Props) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!end.current || !hasMore || loading) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onMore();
      },
      { rootMargin: `${LOAD_MORE_PX}px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasMore, loading, onMore]);
  return (
    <div ref={end}>
      {loading ? (
        <Center p="md">
          <Loader size="sm" />
        </Center>
      ) : null}
    </div>
  );
}
