import type { MethodInput } from '@balcao/shared/bridge/methods.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { SessionState } from '@balcao/shared/features/auth/bridge.ts';
import { SUBSCRIPTION_WARNING_DAYS } from '@balcao/shared/features/subscription/limits.ts';
import { Alert, Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { useErrorText, useThrownText } from '../../../renderer/kit/error-text.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './auth.module.css';
import { AuthFrame } from './auth-frame.tsx';
import { CompanySignIn } from './company-sign-in.tsx';
import { daysLeft } from './days-left.ts';
import { DemoAccounts } from './demo-accounts.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';

export function LoginPage({ session }: { session: SessionState }) {
  const { t } = useTexts();
  return (
    <AuthFrame session={session} title={t('auth:title')} subtitle={t('auth:subtitle')}>
      <LoginForm endedBy={session.endedBy} />
      <nav className={classes.links} aria-label={t('auth:others')}>
        <Anchor component={Link} href="/forgot">
          {t('auth:forgot')}
        </Anchor>
        <Anchor component={Link} href="/signup">
          {t('auth:signUp')}
        </Anchor>
      </nav>
    </AuthFrame>
  );
}

function LoginForm({ endedBy }: Pick<SessionState, 'endedBy'>) {
  const { t } = useTexts();
  const errorText = useErrorText();
  const thrownText = useThrownText();
  const welcome = useWelcome();
  const login = useBridgeCommand('session.login', { quiet: true });
  // The error stays while the next attempt is under way.
  const [asksCode, setAsksCode] = useState(false);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '', code: '' },
    validate: {
      email: (email) => (email.trim() ? null : t('auth:emailRequired')),
      password: (password) => (password ? null : t('auth:passwordRequired')),
      code: (code) => (asksCode && !code.trim() ? t('auth:codeRequired') : null),
    },
  });
  // This page is gone once it has worked. A failure shows in the form.
  const enter = (account: MethodInput<'session.login'>) =>
    login.mutateAsync(account).then(welcome, (error) => setAsksCode((asked) => asked || wantsCode(error)));
  const submit = form.onSubmit(({ code, ...account }) =>
    enter(asksCode ? { ...account, code: code.trim() } : account),
  );

  const emailOf = () =>
    form.validateField('email').hasError ? null : form.getValues().email.trim().toLowerCase();

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {login.isError ? (
        <Alert
          color={isFirstAsk(login.error) ? 'gray' : 'red'}
          variant="light"
          icon={isFirstAsk(login.error) ? <IconInfoCircle aria-hidden /> : <IconAlertCircle aria-hidden />}
          role="alert"
        >
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
      {asksCode ? (
        <TextInput
          size="md"
          label={t('auth:code')}
          description={t('auth:codeHint')}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
          {...form.getInputProps('code')}
          key={form.key('code')}
        />
      ) : null}
      <Button type="submit" size="md" fullWidth loading={login.isPending} loaderProps={{ type: 'dots' }}>
        {login.isPending ? t('auth:submitting') : t('auth:submit')}
      </Button>
      <PasskeySignIn />
      <CompanySignIn emailOf={emailOf} />
      <DemoAccounts disabled={login.isPending} onChoose={enter} />
    </form>
  );
}

const isFirstAsk = (error: unknown) =>
  error instanceof AppError && error.code === 'ERR_SECOND_FACTOR_REQUIRED';
const wantsCode = (error: unknown) =>
  isFirstAsk(error) || (error instanceof AppError && error.code === 'ERR_SECOND_FACTOR_WRONG');

/** Confirms the sign-in, and warns when the subscription ends within five days. */
function useWelcome(): (session: SessionState) => void {
  const { t } = useTexts();
  return ({ user }) => {
    // What they see then says it.
    if (user?.overdueSince) return;
    showToast(t('auth:welcome'));
    if (!user?.company.dueDate) return;
    const days = daysLeft(user.company.dueDate, new Date(), user.company.timezone);
    if (days < SUBSCRIPTION_WARNING_DAYS) showToast(t('auth:dueIn', { count: days }), { color: 'yellow' });
  };
}
