import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { UNDO_MS } from '@balcao/shared/features/tickets/limits.ts';
import { Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Route, Switch } from 'wouter';
import { StateView } from '../../../renderer/components/state-view.tsx';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { DeskPage } from './desk.tsx';
import type { DeskParts } from './desk-parts.ts';

interface Props {
  user: SessionUser;
  parts: DeskParts;
}

/** One ticket in its own window. */
export function TicketWindow(props: Props) {
  return (
    <Switch>
      <Route path="/tickets/:uuid">{({ uuid }) => <OneTicket {...props} uuid={uuid} />}</Route>
      <Route>
        <Left />
      </Route>
    </Switch>
  );
}

function OneTicket({ uuid, ...props }: Props & { uuid: string }) {
  const { t } = useTexts();
  const { data: ticket } = useBridgeQuery('tickets.get', { uuid });
  const name = ticket?.contact.name;
  useEffect(() => {
    document.title = name ? t('tickets:titleTicket', { name }) : t('layout:title');
  }, [name, t]);
  return <DeskPage {...props} openUuid={uuid} alone />;
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
      title={t('tickets:windowDone')}
      hint={t('tickets:windowDoneHint')}
      action={
        <Button variant="light" component="a" href="/">
          {t('common:goToTickets')}
        </Button>
      }
    />
  );
}
