import type { SessionState } from '@balcao/shared/features/auth/bridge.ts';
import { signUp } from '@balcao/shared/features/companies/calls.ts';
import { TRIAL_DAYS } from '@balcao/shared/features/companies/limits.ts';
import { listPublicPlans, type PlanView } from '@balcao/shared/features/plans/calls.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import { Anchor, Button, PasswordInput, Radio, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPackage } from '@tabler/icons-react';
import { Link, useSearchParams } from 'wouter';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { StateView } from '../../../renderer/components/state-view.tsx';
import { useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './auth.module.css';
import { AuthFrame } from './auth-frame.tsx';

/** Signs a company up for a trial, with its first admin. */
export function SignUpPage({ session }: { session: SessionState }) {
  const { t } = useTexts();
  const plans = useApiQuery(listPublicPlans, {});
  return (
    <AuthFrame
      wide
      session={session}
      title={t('auth:signUpTitle')}
      subtitle={t('auth:signUpSubtitle', { count: TRIAL_DAYS })}
    >
      <QueryView query={plans}>
        {(offered) =>
          offered.length > 0 ? (
            <SignUpForm plans={offered} />
          ) : (
            <StateView icon={IconPackage} title={t('auth:noPlans')} hint={t('auth:noPlansHint')} />
          )
        }
      </QueryView>
      <div className={classes.links}>
        <Anchor component={Link} href="/login">
          {t('auth:haveAccount')}
        </Anchor>
      </div>
    </AuthFrame>
  );
}

function SignUpForm({ plans }: { plans: PlanView[] }) {
  const { t, i18n } = useTexts();
  const rules = useRules();
  const [address] = useSearchParams();
  const found = useApiCommand(signUp, { quiet: true });
  const form = useForm({
    initialValues: { name: '', email: '', phone: '', password: '', planId: String(plans[0]?.id ?? '') },
    validate: { name: rules.name, email: rules.email, password: rules.password, planId: rules.required },
  });
  const submit = form.onSubmit(({ planId, email, ...values }) => {
    const recommendedBy = Number(address.get('companyId'));
    found.mutate(
      {
        body: {
          ...values,
          email: email.trim(),
          planId: Number(planId),
          language: i18n.language as Language,
          ...(recommendedBy > 0 ? { companyId: recommendedBy } : {}),
        },
      },
      {
        onSuccess: () => {
          showToast(t('auth:signUpDone'), { color: 'green' });
          navigate('/login');
        },
      },
    );
  });

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <FormError error={found.error} />
      <TextInput label={t('auth:companyName')} autoFocus {...form.getInputProps('name')} />
      <TextInput
        type="email"
        label={t('auth:email')}
        placeholder={t('auth:emailPlaceholder')}
        autoComplete="username"
        {...form.getInputProps('email')}
      />
      <TextInput type="tel" label={t('auth:phone')} autoComplete="tel" {...form.getInputProps('phone')} />
      <PasswordInput
        label={t('auth:password')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('auth:showPassword') }}
        {...form.getInputProps('password')}
      />
      <Radio.Group label={t('auth:plan')} {...form.getInputProps('planId')}>
        <div className={classes.plans}>
          {plans.map((plan) => (
            <PlanCard key={plan.id} plan={plan} />
          ))}
        </div>
      </Radio.Group>
      <Button type="submit" size="md" fullWidth loading={found.isPending}>
        {t('auth:signUpSubmit')}
      </Button>
      <Text size="xs" c="dimmed" ta="center">
        {t('auth:noCard')}
      </Text>
    </form>
  );
}

function PlanCard({ plan }: { plan: PlanView }) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <Radio.Card value={String(plan.id)} className={classes.plan} aria-label={plan.name}>
      <Text fw={600}>{plan.name}</Text>
      <span className={classes.price}>
        {t('auth:perMonth', { value: format.money(plan.value, plan.currency) })}
      </span>
      <span className={classes.planDetail}>{t('auth:planUsers', { count: plan.users })}</span>
      <span className={classes.planDetail}>{t('auth:planConnections', { count: plan.connections })}</span>
      <span className={classes.planDetail}>{t('auth:planQueues', { count: plan.queues })}</span>
    </Radio.Card>
  );
}
