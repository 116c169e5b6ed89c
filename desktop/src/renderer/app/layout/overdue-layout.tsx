import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { can } from '@balcao/shared/permissions.ts';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertCircle, IconCreditCard, IconHelp, IconLogout, IconUser } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { ProfileDialog } from '../../../features/auth/screen/profile-dialog.tsx';
import { UpdateGate } from '../../../features/updates/screen/update-screen.tsx';
import { BarButton } from '../../components/bar-button.tsx';
import { Logo } from '../../components/logo.tsx';
import { NoticeBar } from '../../components/notice-bar.tsx';
import { StateView } from '../../components/state-view.tsx';
import { useErrorText } from '../../kit/error-text.ts';
import { navigate } from '../../kit/navigate.ts';
import { PAY, SUBSCRIPTION } from '../../kit/subscription-paths.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { useLogout } from '../use-logout.ts';
import classes from './overdue-layout.module.css';
import { ThemeMenu } from './theme-menu.tsx';

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
              <UpdateGate>
                <Suspense fallback={null}>{children}</Suspense>
              </UpdateGate>
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
  const [profile, { open, close }] = useDisclosure(false);
  return (
    <header className={classes.bar}>
      <Logo size={28} />
      <span className={classes.company}>{user.company.name}</span>
      {can(user, 'subscription:view') ? (
        <>
          <BarButton
            icon={IconCreditCard}
            aria-label={t('subscription:title')}
            onClick={() => navigate(SUBSCRIPTION)}
          />
          <BarButton icon={IconHelp} aria-label={t('helps:title')} onClick={() => navigate('/helps')} />
        </>
      ) : null}
      <ThemeMenu />
      <BarButton icon={IconUser} aria-label={t('auth:profile.title')} onClick={open} />
      <BarButton icon={IconLogout} aria-label={t('layout:logout')} onClick={leave} />
      <ProfileDialog user={user} opened={profile} onClose={close} />
    </header>
  );
}
