import { Button, VisuallyHidden } from '@mantine/core';
import { IconClockHour4 } from '@tabler/icons-react';
import { useEffect, useReducer, useState } from 'react';
import { useBridge } from '../../../renderer/kit/bridge-context.tsx';
import { useBridgeCommand, useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { showToast, useErrorToast } from '../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './bars.module.css';
import type { DraftKeeper } from './draft-keeper.ts';

/** The messages of this ticket that can still be taken back, and for how long. */
export function HeldBar({ ticketId, keeper }: { ticketId: number; keeper: DraftKeeper }) {
  const { t } = useTexts();
  const bridge = useBridge();
  const toastError = useErrorToast();
  const { data: held = [] } = useBridgeQuery('composer.held', { ticketId });
  const [undoing, setUndoing] = useState(false);
  const release = useBridgeCommand('composer.release');
  const last = held.at(-1);
  const seconds = useSecondsUntil(last?.until ?? null);
  if (!last) return null;
  const takeBack = async () => {
    setUndoing(true);
    const work = async () => {
      const draft = await bridge.invoke('composer.takeBack', { ticketId });
      if (!draft) showToast(t('composer:undoLate'));
      return draft;
    };
    await keeper.replace(work).catch(toastError);
    setUndoing(false);
  };
  return (
    <div className={classes.bar} role="status">
      <IconClockHour4 size={17} stroke={1.7} aria-hidden />
      <span className={classes.text}>
        {/* A screen reader must not repeat the status every second. */}
        <span aria-hidden>{t('composer:held', { count: seconds })}</span>
        <VisuallyHidden>{t('composer:heldHint')}</VisuallyHidden>
        {last.body ? <span className={classes.muted}> · {last.body.slice(0, 120)}</span> : null}
      </span>
      <Button size="compact-sm" variant="light" disabled={undoing} onClick={() => void takeBack()}>
        {t('composer:undo')}
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => release.mutate({ ticketId })}>
        {t('composer:sendNow')}
      </Button>
    </div>
  );
}

/** Whole seconds that are left, counted down on the screen. */
function useSecondsUntil(until: string | null): number {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!until) return;
    const timer = setInterval(draw, 250);
    return () => clearInterval(timer);
  }, [until]);
  return until ? Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1_000)) : 0;
}
