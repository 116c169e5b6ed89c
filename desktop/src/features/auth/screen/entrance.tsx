import type { SessionState } from '@balcao/shared/features/auth/bridge.ts';
import { getSetUp } from '@balcao/shared/features/companies/calls.ts';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { LoginPage } from './login-page.tsx';

/** What few see, and seldom. */
const SecondFactorPage = lazy(async () => ({
  default: (await import('./second-factor-page.tsx')).SecondFactorPage,
}));
const ServerPage = lazy(async () => ({ default: (await import('./server-page.tsx')).ServerPage }));
const SetUpPage = lazy(async () => ({ default: (await import('./set-up-page.tsx')).SetUpPage }));
const SignUpPage = lazy(async () => ({ default: (await import('./sign-up-page.tsx')).SignUpPage }));
const ForgotPage = lazy(async () => ({ default: (await import('./forgot-page.tsx')).ForgotPage }));

export const VISITOR_PATHS = ['/login', '/signup', '/forgot', '/setup'];

interface Props {
  session: SessionState;
  Gates: ComponentType<{ children: ReactNode }>;
}

/** What there is until somebody has signed in, with all that their company asks of them. */
export function Entrance(props: Props) {
  return (
    <Suspense fallback={null}>
      <Way {...props} />
    </Suspense>
  );
}

function Way({ session, Gates }: Props) {
  if (session.user) return <SecondFactorPage session={session} />;
  if (session.serverUrl === '') return <ServerPage session={session} />;
  return (
    <Gates>
      <Visitor session={session} />
    </Gates>
  );
}

function Visitor({ session }: { session: SessionState }) {
  const setUp = useApiQuery(getSetUp, {});
  const { data: info } = useBridgeQuery('app.info', null);
  return (
    <Switch>
      {setUp.data?.open ? (
        <Route>
          <SetUpPage session={session} />
        </Route>
      ) : null}
      <Route path="/login">
        <LoginPage session={session} />
      </Route>
      {info?.can.chooseServer ? (
        <Route path="/server">
          <ServerPage session={session} />
        </Route>
      ) : null}
      <Route path="/signup">
        <SignUpPage session={session} />
      </Route>
      <Route path="/forgot">
        <ForgotPage session={session} />
      </Route>
      <Route>
        <Redirect to="/login" replace />
      </Route>
    </Switch>
  );
}
