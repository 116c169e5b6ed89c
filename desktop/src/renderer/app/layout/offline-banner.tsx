import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { NoticeBar } from '../../components/notice-bar.tsx';
import { useLine } from '../../kit/bridge-context.tsx';
import { useBridgeCommand, useBridgeQuery } from '../../kit/bridge-query.ts';
import { useErrorText } from '../../kit/error-text.ts';
import { useFormat } from '../../kit/format.ts';
import { CONNECTION_WARNING_DELAY_MS } from '../../kit/limits.ts';
import { isOwnWindow } from '../../kit/own-window.ts';
import { serverNow } from '../../kit/server-now.ts';
import { useDelayed } from '../../kit/use-delayed.ts';
import { useTexts } from '../../kit/use-texts.ts';
import classes from './offline-banner.module.css';

/** Names what is down once it has been down for 2 s, and what can be done meanwhile. */
export function OfflineBanner() {
  const { t } = useTexts();
  const line = useLine();
  const { data: status } = useBridgeQuery('sync.status', null);
  const { mutate: retry, isPending } = useBridgeCommand('sync.retry');
  const errorText = useErrorText();
  const format = useFormat();
  const layer = line ? (status?.layer ?? null) : 'host';
  // A full disk, a program that is too old: more than which side is down.
  const reason = line ? (status?.reason ?? null) : null;
  const visible = useDelayed(layer !== null || reason !== null, CONNECTION_WARNING_DELAY_MS);
  const time = format.timeOrDate(status?.since ?? serverNow().toISOString());
  const problem = reason ? errorText(reason) : layer && t(`layout:banner.${layer}`, { time });
  if (!visible || !problem) return null;

  return (
    <NoticeBar
      icon={IconCloudOff}
      warning
      testId="offline-banner"
      actions={
        <>
          {line && status?.retryAt ? <Countdown until={status.retryAt} /> : null}
          {line ? (
            <Button size="compact-sm" variant="default" loading={isPending} onClick={() => retry(null)}>
              {t('layout:banner.retryNow')}
            </Button>
          ) : null}
        </>
      }
    >
      <strong>{problem}</strong>{' '}
      {line && layer ? t(status?.hasData ? 'layout:banner.canWork' : 'layout:banner.noData') : null}
      {status && status.queued > 0 ? (
        <>
          {' · '}
          <Queued count={status.queued} />
        </>
      ) : null}
    </NoticeBar>
  );
}

/** A window with one ticket has no other page to lead to. */
function Queued({ count }: { count: number }) {
  const { t } = useTexts();
  const text = t('layout:sync.queued', { count });
  return isOwnWindow() ? text : <Link href="/outbox">{text}</Link>;
}

function Countdown({ until }: { until: string }) {
  const { t } = useTexts();
  // The clock may be set while it runs.
  const due = useMemo(() => performance.now() + Date.parse(until) - Date.now(), [until]);
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((due - now) / 1_000));
  // A screen reader must not repeat the status every second.
  return (
    <span className={classes.countdown} aria-hidden>
      {t('layout:banner.retryIn', { seconds })}
    </span>
  );
}
