import type { SyncStatus } from '@balcao/shared/bridge/methods.ts';
import { Tooltip } from '@mantine/core';
import { useBridgeQuery } from '../bridge-query.ts';
import { useTexts } from '../use-texts.ts';
import classes from './top-bar.module.css';

/** Whether the screen is up to date, and what still waits to be sent. */
export function SyncBadge({ compact }: { compact: boolean }) {
  const { t } = useTexts();
  const { data: status } = useBridgeQuery('sync.status', null);
  if (!status) return null;
  const state = t(`layout:sync.${status.phase}`);
  const text = status.queued > 0 ? t('layout:sync.queued', { count: status.queued }) : state;
  return (
    <Tooltip label={`${state} · ${text}`} disabled={!compact}>
      <span
        className={classes.sync}
        data-tone={toneOf(status)}
        data-compact={compact || undefined}
        role="status"
        aria-label={text}
        data-testid="sync-status"
      >
        <span className={classes.dot} aria-hidden />
        {compact ? null : text}
      </span>
    </Tooltip>
  );
}

function toneOf({ phase, layer }: SyncStatus): 'live' | 'busy' | 'down' {
  if (phase === 'live') return 'live';
  return layer ? 'down' : 'busy';
}
