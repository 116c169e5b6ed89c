import { listRatings, type RatingView } from '@balcao/shared/features/ratings/calls.ts';
import { Button } from '@mantine/core';
import { IconDownload, IconStars } from '@tabler/icons-react';
import { useState } from 'react';
import { ListPage } from '../../../renderer/components/list-page.tsx';
import { useApiPages } from '../../../renderer/kit/api-query.ts';
import { useFresh } from '../../../renderer/kit/use-fresh.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { FilterBar, type RatingQuery } from './filter-bar.tsx';
import { RatingFigures } from './rating-figures.tsx';
import { RatingItem } from './rating-item.tsx';
import classes from './ratings.module.css';
import { useExport } from './use-export.ts';

/** A ticket changes with each mark, and with each word about one. */
const TOLD_BY = ['ticket'] as const;

/** What customers said of the service, newest first, with how satisfied they are above it. */
export function RatingsPage() {
  const { t } = useTexts();
  const [filter, setFilter] = useState<RatingQuery>({});
  const [answering, setAnswering] = useState<RatingView | null>(null);
  const pages = useApiPages(listRatings, { ...filter }, ({ ratings }) => ratings);
  const exporting = useExport(filter);
  useFresh('ratings', TOLD_BY);
  const isNarrowed = Object.keys(filter).length > 0;
  return (
    <ListPage
      title={t('ratings:title')}
      subtitle={t('ratings:subtitle')}
      tools={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
          disabled={pages.rows.length === 0}
          loading={exporting.isPending}
          onClick={exporting.run}
        >
          {t('ratings:export')}
        </Button>
      }
      above={
        <>
          <FilterBar filter={filter} onChange={setFilter} />
          <RatingFigures filter={filter} />
        </>
      }
      list={{ ...pages, isNarrowed }}
      empty={{ icon: IconStars, title: t('ratings:empty'), hint: t('ratings:emptyHint') }}
      dialog={<AnswerDialog rating={answering} onClose={() => setAnswering(null)} />}
    >
      <ul className={classes.list}>
        {pages.rows.map((rating) => (
          <li key={rating.id} className={classes.item} data-testid="rating">
            <RatingItem rating={rating} onAnswer={() => setAnswering(rating)} />
          </li>
        ))}
      </ul>
    </ListPage>
  );
}
