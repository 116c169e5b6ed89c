import { Button } from '@mantine/core';
import type { Pages } from '../../../renderer/components/load-more.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** The next page of a list that does not scroll by itself. */
export function MoreButton({ pages }: { pages: Pages }) {
  const { t } = useTexts();
  if (!pages.hasNextPage) return null;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      loading={pages.isFetchingNextPage}
      onClick={() => void pages.fetchNextPage()}
    >
      {t('contacts:more')}
    </Button>
  );
}
