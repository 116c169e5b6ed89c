import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { can } from '@balcao/shared/permissions.ts';
import { Button } from '@mantine/core';
import { IconMapOff, IconPlugX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link, Redirect, Route, Switch } from 'wouter';
import { StateView } from '../components/state-view.tsx';
import { useDelayed } from '../components/use-delayed.ts';
import { LoginPage } from '../features/auth/login-page.tsx';
import { ConnectionsPage } from '../features/connections/connections-page.tsx';
import { TicketsPage } from '../features/tickets/tickets-page.tsx';
import { useTicketsView } from '../features/tickets/view-store.ts';
import { useLine } from './bridge-context.tsx';
import { useBridgeQuery } from './bridge-query.ts';
import { AppLayout } from './layout/app-layout.tsx';
import { Splash } from './splash.tsx';
import { useTexts } from './use-texts.ts';

const HOST_DOWN_AFTER_MS = 5_000;

/** Visitors may only sign in; whoever is signed in never sees the sign-in page (specification document 1, section 2). */
export function Routes() {
  const { data: session } = useBridgeQuery('session.get', null);
  const settings = useBridgeQuery('settings.get', null);
  const hostIsDown = useDelayed(!useLine(), HOST_DOWN_AFTER_MS);

  if (!session || settings.isPending) return hostIsDown ? <HostDown /> : <Splash />;
  if (session.user) return <SignedIn user={session.user} />;
  return (
    <Switch>
      <Route path="/login">
        <LoginPage session={session} />
      </Route>
      <Route>
        <Redirect to="/login" replace />
      </Route>
    </Switch>
  );
}

function SignedIn({ user }: { user: SessionUser }) {
  useEffect(() => () => useTicketsView.getState().reset(), []);
  const managesConnections = can(user, 'connections:manage');
  return (
    <AppLayout user={user}>
      <Switch>
        <Route path="/tickets/:uuid?">
          {({ uuid }) => <TicketsPage user={user} openUuid={uuid ?? null} />}
        </Route>
        {managesConnections ? <Route path="/connections" component={ConnectionsPage} /> : null}
        {HOME_PATHS.map((path) => (
          <Route key={path} path={path}>
            <Redirect to="/tickets" replace />
          </Route>
        ))}
        <Route component={NotFound} />
      </Switch>
    </AppLayout>
  );
}

/** Everything that leads to the tickets: the start, the sign-in page, and pages that this person may not see. */
const HOME_PATHS = ['/', '/login', '/connections'];

function NotFound() {
  const { t } = useTexts();
  return (
    <StateView
      icon={IconMapOff}
      title={t('common:pageNotFound')}
      hint={t('common:pageNotFoundHint')}
      action={
        <Button component={Link} href="/tickets" variant="light">
          {t('common:goToTickets')}
        </Button>
      }
    />
  );
}

function HostDown() {
  const { t } = useTexts();
  return (
    <StateView
      role="alert"
      icon={IconPlugX}
      title={t('layout:hostDownTitle')}
      hint={t('layout:hostDownHint')}
      action={<Button onClick={() => window.location.reload()}>{t('common:reload')}</Button>}
    />
  );
}
