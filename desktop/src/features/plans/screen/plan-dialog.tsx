import { TITLE } from '@balcao/shared/contract/limits.ts';
import { PLAN_FLAGS } from '@balcao/shared/contract/roles.ts';
import { getPaymentSettings } from '@balcao/shared/features/invoices/calls.ts';
import { createPlan, type PlanView, updatePlan } from '@balcao/shared/features/plans/calls.ts';
import type { Currency } from '@balcao/shared/money/currency.ts';
import { Fieldset, NumberInput, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormActions } from '../../../renderer/components/form-actions.tsx';
import { FormDialog, useUnsaved } from '../../../renderer/components/form-dialog.tsx';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { changedFields } from '../../../renderer/kit/changed-fields.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

interface Props {
  /** `new` for a plan to be made; null while nothing is open. */
  plan: PlanView | 'new' | null;
  onClose: () => void;
}

export function PlanDialog({ plan, onClose }: Props) {
  const { t } = useTexts();
  const settings = useApiQuery(getPaymentSettings, {});
  return (
    <FormDialog
      value={plan}
      title={(shown) => (shown === 'new' ? t('plans:addTitle') : t('plans:editTitle'))}
      onClose={onClose}
    >
      {(shown) => (
        <QueryView query={settings}>
          {({ currency }) => (
            <PlanForm plan={shown === 'new' ? null : shown} currency={currency} onClose={onClose} />
          )}
        </QueryView>
      )}
    </FormDialog>
  );
}

const LIMITS = ['users', 'connections', 'queues', 'campaigns', 'schedules'] as const;

interface FormProps {
  plan: PlanView | null;
  currency: Currency;
  onClose: () => void;
}

function PlanForm({ plan, currency, onClose }: FormProps) {
  const { t } = useTexts();
  const format = useFormat();
  const rules = useRules();
  const create = useApiCommand(createPlan, { quiet: true, also: ['companies'] });
  const update = useApiCommand(updatePlan, { quiet: true, also: ['companies'] });
  const error = create.error ?? update.error;
  const limit = (value: number | string) => (value === '' ? rules.required('') : null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: initialValues(plan),
    validate: {
      name: rules.within(TITLE),
      value: limit,
      ...Object.fromEntries(LIMITS.map((name) => [name, limit])),
    },
  });

  useUnsaved(form.isDirty);

  const submit = form.onSubmit(({ value, ...fields }) => {
    const body = { ...fields, value: Math.round(Number(value) * 100) };
    const done = {
      onSuccess: () => {
        showToast(plan ? t('common:updated') : t('common:success'));
        onClose();
      },
    };
    if (plan) update.mutate({ params: { planId: plan.id }, body: changedFields(body, plan) }, done);
    else create.mutate({ body }, done);
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError error={error} title={t('plans:saveFailed')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={t('plans:name')}
            data-autofocus
            {...form.getInputProps('name')}
            key={form.key('name')}
          />
          <NumberInput
            label={t('plans:valueMonthly')}
            prefix={`${format.currencySign(currency)} `}
            decimalScale={2}
            fixedDecimalScale
            decimalSeparator=","
            thousandSeparator="."
            min={0}
            {...form.getInputProps('value')}
            key={form.key('value')}
          />
          {LIMITS.map((name) => (
            <NumberInput
              label={t(`plans:${name}`)}
              min={0}
              allowDecimal={false}
              {...form.getInputProps(name)}
              key={form.key(name)}
            />
          ))}
        </SimpleGrid>
        <Fieldset legend={t('plans:flagsTitle')}>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {PLAN_FLAGS.map((flag) => (
              <Switch
                label={t(`plans:flags.${flag}`)}
                {...form.getInputProps(flag, { type: 'checkbox' })}
                key={form.key(flag)}
              />
            ))}
          </SimpleGrid>
        </Fieldset>
        <FormActions saving={create.isPending || update.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}

/** A new plan begins with everything switched on. `value` in whole money. */
const initialValues = (plan: PlanView | null): Omit<PlanView, 'id' | 'currency'> => {
  if (!plan)
    return {
      name: '',
      value: 0,
      users: 5,
      connections: 1,
      queues: 5,
      campaigns: 10,
      schedules: 100,
      useCampaigns: true,
      useKanban: true,
      useOpenAi: true,
      useIntegrations: true,
      useSchedules: true,
      useInternalChat: true,
      useExternalApi: true,
    };
  const { id: _id, currency: _currency, ...fields } = plan;
  return { ...fields, value: plan.value / 100 };
};
