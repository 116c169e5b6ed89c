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
  /** What stands in place of the content while it loads; rows when absent. */
  skeleton?: ReactNode;
  /** What could not be loaded, in words of its own. */
  failed?: string;
  children: (data: T) => ReactNode;
}

/** Content that was asked for: a skeleton while it loads, the reason and a way on when it cannot be had. */
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
