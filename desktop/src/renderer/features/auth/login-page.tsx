import type { SessionState } from '@balcao/shared/bridge/methods.ts';
import { Alert, Button, PasswordInput, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle, IconInfoCircle, IconServer } from '@tabler/icons-react';
import { useBridgeCommand, useBridgeQuery } from '../../app/bridge-query.ts';
import { useErrorText, useThrownText } from '../../app/error-text.ts';
import { useTexts } from '../../app/use-texts.ts';
import { LanguageSwitch } from '../../components/language-switch.tsx';
import { Logo } from '../../components/logo.tsx';
import classes from './login-page.module.css';
import { LoginPitch } from './login-pitch.tsx';

export function LoginPage({ session }: { session: SessionState }) {
  const { t } = useTexts();
  const { data: info } = useBridgeQuery('app.info', null);
  return (
    <div className={classes.root}>
      <LoginPitch />
      <main className={classes.panel}>
        <div className={classes.card}>
          <div className={classes.brand}>
            <Logo size={40} />
            <span>{t('common:brand')}</span>
          </div>
          <Title order={1}>{t('auth:title')}</Title>
          <Text className={classes.subtitle}>{t('auth:subtitle')}</Text>
          <LoginForm endedBy={session.endedBy} />
        </div>
        <footer className={classes.footer}>
          <span className={classes.server} title={session.serverUrl}>
            <IconServer size={14} stroke={1.6} aria-hidden />
            {t('auth:server', { url: session.serverUrl })}
          </span>
          {info ? <span>{t('auth:version', { version: info.version })}</span> : null}
          <div className={classes.languages}>
            <LanguageSwitch />
          </div>
        </footer>
      </main>
    </div>
  );
}

function LoginForm({ endedBy }: Pick<SessionState, 'endedBy'>) {
  const { t } = useTexts();
  const errorText = useErrorText();
  const thrownText = useThrownText();
  const login = useBridgeCommand('session.login', { quiet: true });
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: (email) => (email.trim() ? null : t('auth:emailRequired')),
      password: (password) => (password ? null : t('auth:passwordRequired')),
    },
  });

  return (
    <form className={classes.form} onSubmit={form.onSubmit((values) => login.mutate(values))} noValidate>
      {login.isError ? (
        <Alert color="red" variant="light" icon={<IconAlertCircle aria-hidden />} role="alert">
          {thrownText(login.error)}
        </Alert>
      ) : endedBy && login.isIdle ? (
        <Alert color="gray" variant="light" icon={<IconInfoCircle aria-hidden />} role="status">
          {errorText(endedBy)}
        </Alert>
      ) : null}
      <TextInput
        size="md"
        type="email"
        label={t('auth:email')}
        placeholder={t('auth:emailPlaceholder')}
        autoComplete="username"
        autoFocus
        {...form.getInputProps('email')}
        key={form.key('email')}
      />
      <PasswordInput
        size="md"
        label={t('auth:password')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('auth:showPassword') }}
        {...form.getInputProps('password')}
        key={form.key('password')}
      />
      <Button type="submit" size="md" fullWidth loading={login.isPending} loaderProps={{ type: 'dots' }}>
        {login.isPending ? t('auth:submitting') : t('auth:submit')}
      </Button>
    </form>
  );
}
