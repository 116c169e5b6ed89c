import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { Button } from '@mantine/core';
import { IconMapOff, IconPlugX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link, Redirect, Route, Switch } from 'wouter';
import { Splash } from '../components/splash.tsx';
import { StateView } from '../components/state-view.tsx';
import { useLine } from '../kit/bridge-context.tsx';
import { useBridgeQuery } from '../kit/bridge-query.ts';
import { isOwnWindow } from '../kit/own-window.ts';
import { SUBSCRIPTION } from '../kit/subscription-paths.ts';
import { useTicketsView } from '../kit/tickets-view.ts';
import { useDelayed } from '../kit/use-delayed.ts';
import { useTexts } from '../kit/use-texts.ts';
import { FEATURES } from './features.ts';
import { AppLayout } from './layout/app-layout.tsx';
import { Gates } from './layout/gates.ts';
import { OverdueLayout } from './layout/overdue-layout.tsx';
import { OwnWindow } from './layout/own-window.tsx';
import { NotInPlan } from './not-in-plan.tsx';
import { isKnownPath, pagesOf, pagesRefusedTo } from './pages.ts';
import { useStartPlace } from './use-start-place.ts';
import { useTakenOver } from './use-taken-over.ts';
import { useWantedPlace } from './use-wanted-place.ts';

const HOST_DOWN_AFTER_MS = 5_000;

/** Visitors may only sign in; a signed-in user never sees the sign-in page. */
export function Routes() {
  const { data: session } = useBridgeQuery('session.get', null);
  const settings = useBridgeQuery('settings.get', null);
  const hostIsDown = useDelayed(!useLine(), HOST_DOWN_AFTER_MS);
  useWantedPlace(session ? session.user !== null : null);
  useTakenOver(session);

  if (!session || settings.isPending) return hostIsDown ? <HostDown /> : <Splash />;
  const { user } = session;
  if (user && !user.mustSetUpSecondFactor) return <SignedIn user={user} />;
  return FEATURES.map(({ name, entrance }) =>
    entrance ? <entrance.Page key={name} session={session} Gates={Gates} /> : null,
  );
}

function SignedIn({ user }: { user: SessionUser }) {
  useEffect(() => () => useTicketsView.getState().reset(), []);
  if (user.overdueSince)
    return (
      <OverdueLayout user={user} since={user.overdueSince}>
        <Pages user={user} />
      </OverdueLayout>
    );
  if (isOwnWindow()) return <OwnWindow user={user} />;
  return <Desk user={user} />;
}

function Desk({ user }: { user: SessionUser }) {
  useStartPlace(user.id);
  return (
    <AppLayout user={user}>
      <Pages user={user} />
    </AppLayout>
  );
}

function Pages({ user }: { user: SessionUser }) {
  const home = user.overdueSince ? SUBSCRIPTION : '/tickets';
  return (
    <Switch>
      {pagesOf(user).map(({ path, detail, tail, render }) => (
        <Route key={path} path={`${path}${detail ? '/:detail?' : ''}${tail ? '/:tail?' : ''}`}>
          {(params: { detail?: string }) => render({ user, detail: params.detail ?? null })}
        </Route>
      ))}
      {pagesRefusedTo(user).map(({ path }) => (
        <Route key={path} path={`${path}/*?`}>
          <NotInPlan />
        </Route>
      ))}
      <Route path="*">
        {({ '*': path }) =>
          leadsHome(`/${path}`) ? <Redirect key={path} to={home} replace /> : <NotFound home={home} />
        }
      </Route>
    </Switch>
  );
}

/** The start, the pages of visitors, and pages that this person may not see. */
const leadsHome = (path: string) => path === '/' || VISITOR_PATHS.includes(path) || isKnownPath(path);

const VISITOR_PATHS = FEATURES.flatMap(({ entrance }) => entrance?.paths ?? []);

function NotFound({ home }: { home: string }) {
  const { t } = useTexts();
  return (
    <StateView
      icon={IconMapOff}
      title={t('common:pageNotFound')}
      hint={t('common:pageNotFoundHint')}
      action={
        <Button component={Link} href={home} variant="light">
          {home === SUBSCRIPTION ? t('subscription:title') : t('common:goToTickets')}
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
