import type { SessionState } from '@balcao/shared/features/auth/bridge.ts';
import { Anchor, Text, Title } from '@mantine/core';
import { IconServer } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { AccountsLink } from '../../../renderer/components/accounts/accounts-link.tsx';
import { LanguageSwitch } from '../../../renderer/components/language-switch.tsx';
import { Logo } from '../../../renderer/components/logo.tsx';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './auth.module.css';
import { AuthPitch } from './auth-pitch.tsx';

interface Props {
  session: SessionState;
  title: string;
  subtitle: string;
  wide?: boolean;
  children: ReactNode;
}

/** The frame around every form for visitors. */
export function AuthFrame({ session, title, subtitle, wide, children }: Props) {
  const { t } = useTexts();
  const { data: info } = useBridgeQuery('app.info', null);
  return (
    <div className={classes.root}>
      <AuthPitch />
      <main className={classes.panel}>
        <div className={wide ? `${classes.card} ${classes.wide}` : classes.card}>
          <div className={classes.brand}>
            <Logo size={40} />
            <span>{t('common:brand')}</span>
          </div>
          <Title order={1}>{title}</Title>
          <Text className={classes.subtitle}>{subtitle}</Text>
          {children}
        </div>
        <footer className={classes.footer}>
          {session.serverUrl ? (
            <span className={classes.server} title={session.serverUrl}>
              <IconServer size={14} stroke={1.6} aria-hidden />
              {t('auth:server', { url: session.serverUrl })}
              {info?.can.chooseServer ? (
                <Anchor component={Link} href="/server" size="xs">
                  {t('auth:chooseServer.change')}
                </Anchor>
              ) : null}
            </span>
          ) : null}
          <AccountsLink />
          {info ? <span>{t('auth:version', { version: info.version })}</span> : null}
          <div className={classes.languages}>
            <LanguageSwitch />
          </div>
        </footer>
      </main>
    </div>
  );
}
