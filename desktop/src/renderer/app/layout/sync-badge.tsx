import type { SyncStatus } from '@balcao/shared/bridge/methods.ts';
import { Tooltip } from '@mantine/core';
import { useLine } from '../bridge-context.tsx';
import { useBridgeQuery } from '../bridge-query.ts';
import { useTexts } from '../use-texts.ts';
import classes from './top-bar.module.css';

/** Whether the screen is up to date, and what still waits to be sent. */
export function SyncBadge({ compact }: { compact: boolean }) {
  const { t } = useTexts();
  const line = useLine();
  const { data: status } = useBridgeQuery('sync.status', null);
  if (!status) return null;
  // Without the core its last word about the server means nothing.
  const state = t(`layout:sync.${line ? status.phase : 'offline'}`);
  const text = status.queued > 0 ? t('layout:sync.queued', { count: status.queued }) : state;
  return (
    <Tooltip label={`${state} · ${text}`} disabled={!compact}>
      <span
        className={classes.sync}
        data-tone={line ? toneOf(status) : 'down'}
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
