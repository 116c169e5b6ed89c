import type { SyncStatus } from '@balcao/shared/bridge/engine.ts';
import { Tooltip } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { Link } from 'wouter';
import { useLine } from '../../kit/bridge-context.tsx';
import { useBridgeQuery } from '../../kit/bridge-query.ts';
import { useTexts } from '../../kit/use-texts.ts';
import classes from './top-bar.module.css';

/** Whether the screen is up to date, what still waits to be sent, and what was refused; leads to the outbox. */
export function SyncBadge({ compact }: { compact: boolean }) {
  const { t } = useTexts();
  const line = useLine();
  const { data: status } = useBridgeQuery('sync.status', null);
  if (!status) return null;
  // Without the core its last status of the server means nothing.
  const state = t(`layout:sync.${line ? stateOf(status) : 'backingOff'}`);
  const text = line && status.queued > 0 ? t('layout:sync.queued', { count: status.queued }) : state;
  return (
    <>
      {status.failed > 0 ? <Refused count={status.failed} compact={compact} /> : null}
      <Tooltip label={text === state ? text : `${state} · ${text}`} disabled={!compact && text === state}>
        <Link href="/outbox" className={classes.syncLink} aria-label={`${text} · ${t('outbox:title')}`}>
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
        </Link>
      </Tooltip>
    </>
  );
}

function Refused({ count, compact }: { count: number; compact: boolean }) {
  const { t } = useTexts();
  const label = t('outbox:problem', { count });
  return (
    <Tooltip label={label}>
      <Link href="/outbox" className={classes.refused} aria-label={label} data-testid="refused">
        <IconAlertCircle size={16} stroke={1.9} aria-hidden />
        {compact ? null : count}
      </Link>
    </Tooltip>
  );
}

/** What is down says more than what the console does about it. */
function stateOf({ phase, layer, unanswered }: SyncStatus) {
  if (layer === 'network' || layer === 'server') return layer;
  return unanswered ? 'unanswered' : phase;
}

function toneOf({ phase, layer, unanswered }: SyncStatus): 'live' | 'busy' | 'down' {
  if (layer) return 'down';
  return phase === 'live' && !unanswered ? 'live' : 'busy';
}
