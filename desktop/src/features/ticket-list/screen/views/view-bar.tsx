import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { narrows } from '@balcao/shared/features/ticket-list/filter.ts';
import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconUsers } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTicketsView } from '../../../../renderer/kit/tickets-view.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { useListView } from '../use-list-view.ts';
import { useOpenView, usePartGone, useViewCounts, useViews } from './use-views.ts';
import classes from './view-bar.module.css';
import { ViewMenu } from './view-menu.tsx';

/** The saved views, each with how many tickets it shows; a second click leaves it. */
export function ViewBar({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const { views, shown } = useViews();
  const counts = useViewCounts();
  const isPartGone = usePartGone();
  const open = useOpenView();
  const { filter, clearFilter } = useListView();
  const openView = useTicketsView((list) => list.openView);
  const leave = () => {
    openView(null);
    clearFilter();
  };
  // What is filtered anew after that has nothing to do with the view that was shown before.
  const isLeft = !narrows(filter);
  useEffect(() => {
    if (isLeft) openView(null);
  }, [isLeft, openView]);
  if (views.length === 0) return null;
  return (
    <fieldset className={classes.bar} aria-label={t('ticketViews:list')}>
      {views.map((view) => (
        <span key={view.id} className={classes.pill} data-shown={view === shown || undefined}>
          <UnstyledButton
            className={classes.open}
            aria-pressed={view === shown}
            title={`${view.name} (${t(view.team ? 'ticketViews:ofTeam' : 'ticketViews:mine')})`}
            onClick={() => (view === shown ? leave() : open(view))}
          >
            {view.team ? <IconUsers size={13} stroke={1.8} className={classes.icon} aria-hidden /> : null}
            <span className={classes.name}>{view.name}</span>
            <Trailing count={counts.get(view.id) ?? null} isGone={isPartGone(view)} />
          </UnstyledButton>
          {view === shown ? <ViewMenu user={user} view={view} views={views} /> : null}
        </span>
      ))}
    </fieldset>
  );
}

function Trailing({ count, isGone }: { count: number | null; isGone: boolean }) {
  const { t } = useTexts();
  return (
    <>
      {count === null ? null : <span className={classes.count}>{count > 999 ? '999+' : count}</span>}
      {isGone ? (
        <Tooltip label={t('ticketViews:partGone')} multiline w={240}>
          <IconAlertTriangle size={14} className={classes.gone} aria-label={t('ticketViews:partGone')} />
        </Tooltip>
      ) : null}
    </>
  );
}
