import { AppError } from '@balcao/shared/errors.ts';
import { Button, Skeleton, Stack } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Read } from '../kit/api-query.ts';
import { useThrownText } from '../kit/error-text.ts';
import { useDelayed } from '../kit/use-delayed.ts';
import { useTexts } from '../kit/use-texts.ts';
import { SKELETON_DELAY_MS } from './splash.tsx';
import { StateView } from './state-view.tsx';

interface Props<T> {
  query: Read<T>;
  /** The placeholder while the content loads; rows when absent. */
  skeleton?: ReactNode;
  /** The text of a failed load. */
  failed?: string;
  children: (data: T) => ReactNode;
}

/** Loaded content: a skeleton while it loads, the reason and a retry when it fails. */
export function QueryView<T>({ query, skeleton, failed, children }: Props<T>): ReactNode {
  const { t } = useTexts();
  const thrownText = useThrownText();
  const late = useDelayed(query.isPending, SKELETON_DELAY_MS);
  if (query.data !== undefined) return children(query.data);
  if (!query.error)
    return late ? (
      <div role="status" aria-label={t('common:loading')}>
        {skeleton ?? <RowSkeletons />}
      </div>
    ) : null;
  const offline = query.error instanceof AppError && query.error.code === 'ERR_OFFLINE';
  return (
    <StateView
      role="alert"
      icon={offline ? IconCloudOff : IconAlertTriangle}
      title={offline ? thrownText(query.error) : (failed ?? t('common:loadFailed'))}
      hint={offline ? t('common:needsNetwork') : thrownText(query.error)}
      action={
        <Button variant="default" onClick={() => void query.refetch()}>
          {t('common:retry')}
        </Button>
      }
    />
  );
}

const ROWS = ['a', 'b', 'c', 'd', 'e'];

function RowSkeletons() {
  return (
    <Stack gap="xs">
      {ROWS.map((row) => (
        <Skeleton key={row} height={48} radius="md" />
      ))}
    </Stack>
  );
}
