import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { UNDO_MS } from '@balcao/shared/features/tickets/limits.ts';
import { Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Route, Switch } from 'wouter';
import { NowPlaying } from '../../features/media/screen/now-playing.tsx';
import { NewQuickMessageDialog } from '../../features/quick-messages/screen/quick-message-dialog.tsx';
import { ScheduleDialog } from '../../features/schedules/screen/schedule-dialog.tsx';
import { NewTicketDialog } from '../../features/ticket-list/screen/acts/new-ticket-dialog.tsx';
import { DeskPage } from '../../features/tickets/screen/desk.tsx';
import { NewTodoDialog } from '../../features/todolist/screen/new-todo-dialog.tsx';
import { StateView } from '../components/state-view.tsx';
import { useBridgeQuery } from '../kit/bridge-query.ts';
import { useTellBusy } from '../kit/busy.ts';
import { useTexts } from '../kit/use-texts.ts';
import { OfflineBanner } from './layout/offline-banner.tsx';
import classes from './ticket-window.module.css';

/** One ticket in its own window: its actions are the same, sounds and notifications belong to the main window. */
export function TicketWindow({ user }: { user: SessionUser }) {
  useTellBusy();
  return (
    <div className={classes.root}>
      <OfflineBanner />
      <NowPlaying />
      <main className={classes.main}>
        <Switch>
          <Route path="/tickets/:uuid">{({ uuid }) => <OneTicket user={user} uuid={uuid} />}</Route>
          <Route>
            <Left />
          </Route>
        </Switch>
      </main>
      <NewTicketDialog user={user} />
      <ScheduleDialog />
      <NewQuickMessageDialog own={user.id} />
      <NewTodoDialog />
    </div>
  );
}

function OneTicket({ user, uuid }: { user: SessionUser; uuid: string }) {
  const { t } = useTexts();
  const { data: ticket } = useBridgeQuery('tickets.get', { uuid });
  const name = ticket?.contact.name;
  useEffect(() => {
    document.title = name ? t('layout:titleTicket', { name }) : t('layout:title');
  }, [name, t]);
  return <DeskPage user={user} openUuid={uuid} alone />;
}

/**
 * The ticket was finished or left: there is nothing here any more but, for a moment, the way back. A browser closes only
 * what a page has opened.
 */
function Left() {
  const { t } = useTexts();
  useEffect(() => {
    const timer = setTimeout(() => window.close(), UNDO_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <StateView
      icon={IconMessages}
      title={t('layout:windowDone')}
      hint={t('layout:windowDoneHint')}
      action={
        <Button variant="light" component="a" href="/">
          {t('common:goToTickets')}
        </Button>
      }
    />
  );
}
