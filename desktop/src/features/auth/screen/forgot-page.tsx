import type { SessionState } from '@balcao/shared/features/auth/bridge.ts';
import { forgotPassword } from '@balcao/shared/features/auth/calls.ts';
import { Alert, Anchor, Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconMailCheck } from '@tabler/icons-react';
import { Link } from 'wouter';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './auth.module.css';
import { AuthFrame } from './auth-frame.tsx';

/** Asks for a link to a new password. The answer is the same whether the account exists or not. */
export function ForgotPage({ session }: { session: SessionState }) {
  const { t } = useTexts();
  const rules = useRules();
  const forgot = useApiCommand(forgotPassword, { quiet: true });
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: { email: rules.email },
  });

  return (
    <AuthFrame session={session} title={t('auth:forgotTitle')} subtitle={t('auth:forgotSubtitle')}>
      {forgot.isSuccess ? (
        <Alert mt="lg" color="green" variant="light" icon={<IconMailCheck aria-hidden />} role="status">
          {t('auth:forgotSent')}
        </Alert>
      ) : (
        <form
          className={classes.form}
          onSubmit={form.onSubmit(({ email }) => forgot.mutate({ body: { email: email.trim() } }))}
          noValidate
        >
          <FormError error={forgot.error} />
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
          <Button type="submit" size="md" fullWidth loading={forgot.isPending}>
            {t('auth:forgotSubmit')}
          </Button>
        </form>
      )}
      <div className={classes.links}>
        <Anchor component={Link} href="/login">
          {t('auth:backToLogin')}
        </Anchor>
      </div>
    </AuthFrame>
  );
}
