import { Button, Loader } from '@mantine/core';
import { IconPhotoOff } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { useTexts } from '../kit/use-texts.ts';
import classes from './missing-file.module.css';

interface Props {
  /** Why it is not there. */
  text: string;
  /** It is on its way. */
  isWaiting?: boolean;
  onRetry?: (() => void) | undefined;
  /** The place that it would take; absent: as much as the words need. */
  place?: { className?: string | undefined; style: CSSProperties } | undefined;
  /** Further actions. */
  children?: ReactNode;
}

/** Replaces a file that cannot be shown. */
export function MissingFile({ text, isWaiting = false, onRetry, place, children }: Props) {
  const { t } = useTexts();
  return (
    <div
      className={place?.className ? `${classes.root} ${place.className}` : classes.root}
      style={place?.style}
      data-visual={place ? true : undefined}
    >
      {isWaiting ? <Loader size="xs" color="gray" /> : <IconPhotoOff size={20} stroke={1.6} aria-hidden />}
      {text}
      {onRetry ? (
        <Button size="compact-xs" variant="default" onClick={onRetry}>
          {t('tickets:retry')}
        </Button>
      ) : null}
      {children}
    </div>
  );
}

/** It is stored, and did not come over the line. */
export function UnloadedFile({ isLive, ...rest }: Omit<Props, 'text' | 'isWaiting'> & { isLive: boolean }) {
  const { t } = useTexts();
  return <MissingFile {...rest} text={isLive ? t('tickets:mediaUnloaded') : t('tickets:mediaOffline')} />;
}
