import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { can } from '@balcao/shared/permissions.ts';
import { Button } from '@mantine/core';
import { IconAlertCircle, IconLogout, IconUser } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { BarButton } from '../../components/bar-button.tsx';
import { Logo } from '../../components/logo.tsx';
import { NoticeBar } from '../../components/notice-bar.tsx';
import { StateView } from '../../components/state-view.tsx';
import { useLayoutDialogs } from '../../kit/dialogs-store.ts';
import { useErrorText } from '../../kit/error-text.ts';
import { navigate } from '../../kit/navigate.ts';
import { PAY } from '../../kit/subscription-paths.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { FEATURES } from '../features.ts';
import { pagesOf } from '../pages.ts';
import { useLogout } from '../use-logout.ts';
import { Gates } from './gates.ts';
import classes from './overdue-layout.module.css';
import { Pieces } from './pieces.tsx';
import { ThemeMenu } from './theme-menu.tsx';

const HERE = FEATURES.filter(({ alsoIn }) => alsoIn === 'overdue');

interface Props {
  user: SessionUser;
  /** The last day that the company has paid. */
  since: string;
  children: ReactNode;
}

/** The frame while the company is overdue: why there is nothing else, and for an admin the pages of the subscription. */
export function OverdueLayout({ user, since, children }: Props) {
  const { t } = useTexts();
  const sentence = useErrorText()('ERR_SUBSCRIPTION_EXPIRED', { date: since });
  return (
    <div className={classes.root}>
      <Bar user={user} />
      {can(user, 'subscription:view') ? (
        <>
          <NoticeBar
            icon={IconAlertCircle}
            warning
            actions={
              <Button size="compact-sm" onClick={() => navigate(PAY)}>
                {t('subscription:payNow')}
              </Button>
            }
          >
            {sentence}
          </NoticeBar>
          <main className={classes.main} tabIndex={-1}>
            <ErrorBoundary>
              <Gates>
                <Suspense fallback={null}>{children}</Suspense>
              </Gates>
            </ErrorBoundary>
          </main>
        </>
      ) : (
        <main className={classes.main}>
          <StateView
            role="alert"
            icon={IconAlertCircle}
            title={sentence}
            hint={t('subscription:overdueForAgents')}
          />
        </main>
      )}
    </div>
  );
}

function Bar({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const leave = useLogout();
  const show = useLayoutDialogs((dialogs) => dialogs.show);
  return (
    <header className={classes.bar}>
      <Logo size={28} />
      <span className={classes.company}>{user.company.name}</span>
      {can(user, 'subscription:view')
        ? pagesOf(user)
            .filter(({ whenOverdue }) => whenOverdue === 'inBar')
            .map(({ icon, title, path }) => (
              <BarButton key={path} icon={icon} aria-label={t(title)} onClick={() => navigate(path)} />
            ))
        : null}
      <ThemeMenu />
      <BarButton icon={IconUser} aria-label={t('auth:profile.title')} onClick={() => show('profile')} />
      <BarButton icon={IconLogout} aria-label={t('layout:logout')} onClick={leave} />
      <Pieces of="Dialog" features={HERE} user={user} />
    </header>
  );
}
