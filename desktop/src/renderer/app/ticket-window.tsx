import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Route, Switch } from 'wouter';
import { StateView } from '../components/state-view.tsx';
import { TicketsPage } from '../features/tickets/tickets-page.tsx';
import { useBridgeQuery } from './bridge-query.ts';
import { OfflineBanner } from './layout/offline-banner.tsx';
import classes from './ticket-window.module.css';
import { useTexts } from './use-texts.ts';

/** One ticket in a window of its own: what it can do is the same, sounds and notifications are the main window's. */
export function TicketWindow({ user }: { user: SessionUser }) {
  return (
    <div className={classes.root}>
      <OfflineBanner />
      <main className={classes.main}>
        <Switch>
          <Route path="/tickets/:uuid">{({ uuid }) => <OneTicket user={user} uuid={uuid} />}</Route>
          <Route>
            <Left />
          </Route>
        </Switch>
      </main>
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
  return <TicketsPage user={user} openUuid={uuid} alone />;
}

/** The ticket was finished or left: there is nothing here any more. A browser closes only what a page has opened. */
function Left() {
  const { t } = useTexts();
  useEffect(() => window.close(), []);
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
