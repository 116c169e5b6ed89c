import type { SessionState } from '@balcao/shared/features/auth/bridge.ts';
import { getSetUp } from '@balcao/shared/features/companies/calls.ts';
import type { ComponentType, ReactNode } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { ForgotPage } from './forgot-page.tsx';
import { LoginPage } from './login-page.tsx';
import { SecondFactorPage } from './second-factor-page.tsx';
import { ServerPage } from './server-page.tsx';
import { SetUpPage } from './set-up-page.tsx';
import { SignUpPage } from './sign-up-page.tsx';

export const VISITOR_PATHS = ['/login', '/signup', '/forgot', '/setup'];

interface Props {
  session: SessionState;
  Gates: ComponentType<{ children: ReactNode }>;
}

/** What there is until somebody has signed in, with all that their company asks of them. */
export function Entrance({ session, Gates }: Props) {
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
