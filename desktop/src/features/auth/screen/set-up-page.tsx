import { TITLE } from '@balcao/shared/contract/limits.ts';
import type { SessionState } from '@balcao/shared/features/auth/bridge.ts';
import { setUp } from '@balcao/shared/features/companies/calls.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './auth.module.css';
import { AuthFrame } from './auth-frame.tsx';

/** The first account of a fresh installation, for the operator who can read its log. */
export function SetUpPage({ session }: { session: SessionState }) {
  const { t, i18n } = useTexts();
  const rules = useRules();
  const open = useApiCommand(setUp, { quiet: true });
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { token: '', companyName: '', name: '', email: '', password: '' },
    validate: {
      token: rules.required,
      companyName: rules.within(TITLE),
      name: rules.name,
      email: rules.email,
      password: rules.password,
    },
  });
  const done = () => {
    showToast(t('auth:setUpDone'), { color: 'green' });
    navigate('/login');
  };
  // This page is gone once it has worked. A failure shows in the form.
  const submit = form.onSubmit((values) =>
    open
      .mutateAsync({ body: { ...values, email: values.email.trim(), language: i18n.language as Language } })
      .then(done, () => {}),
  );

  return (
    <AuthFrame session={session} title={t('auth:setUpTitle')} subtitle={t('auth:setUpSubtitle')}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <FormError error={open.error} />
        <TextInput
          label={t('auth:setUpCode')}
          description={t('auth:setUpCodeHint')}
          autoFocus
          autoComplete="off"
          {...form.getInputProps('token')}
          key={form.key('token')}
        />
        <TextInput
          label={t('auth:companyName')}
          {...form.getInputProps('companyName')}
          key={form.key('companyName')}
        />
        <TextInput
          label={t('auth:yourName')}
          autoComplete="name"
          {...form.getInputProps('name')}
          key={form.key('name')}
        />
        <TextInput
          type="email"
          label={t('auth:email')}
          autoComplete="username"
          {...form.getInputProps('email')}
          key={form.key('email')}
        />
        <PasswordInput
          label={t('auth:password')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('auth:showPassword') }}
          {...form.getInputProps('password')}
          key={form.key('password')}
        />
        <Button type="submit" size="md" fullWidth loading={open.isPending}>
          {t('auth:setUpSubmit')}
        </Button>
      </form>
    </AuthFrame>
  );
}
