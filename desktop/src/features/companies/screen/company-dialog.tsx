import { TITLE } from '@balcao/shared/contract/limits.ts';
import { FIRST_LINK_DAYS } from '@balcao/shared/features/auth/limits.ts';
import {
  type CompanyView,
  createCompany,
  RECURRENCES,
  updateCompany,
} from '@balcao/shared/features/companies/calls.ts';
import { listPlans } from '@balcao/shared/features/plans/calls.ts';
import { LANGUAGES } from '@balcao/shared/text/languages.ts';
import {
  Button,
  Fieldset,
  Group,
  NumberInput,
  PasswordInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { DayInput } from '../../../renderer/components/day-input.tsx';
import { FormActions } from '../../../renderer/components/form-actions.tsx';
import { useUnsaved } from '../../../renderer/components/form-dialog.tsx';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { OneTimeLink } from '../../../renderer/components/one-time-link.tsx';
import { RecordDialog } from '../../../renderer/components/record-dialog.tsx';
import { useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { changedFields } from '../../../renderer/kit/changed-fields.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

interface Props {
  /** `new` for a company to be made; null while nothing is open. */
  company: CompanyView | 'new' | null;
  onClose: () => void;
}

export function CompanyDialog({ company, onClose }: Props) {
  const { t } = useTexts();
  return (
    <RecordDialog
      record={company}
      addTitle={t('companies:addTitle')}
      editTitle={t('companies:editTitle')}
      onClose={onClose}
    >
      {(known) => <CompanyForm company={known} onClose={onClose} />}
    </RecordDialog>
  );
}

const ADDRESS = [
  'billingName',
  'addressZipCode',
  'addressStreet',
  'addressDistrict',
  'addressCity',
  'addressState',
] as const;

function CompanyForm({ company, onClose }: { company: CompanyView | null; onClose: () => void }) {
  const { t } = useTexts();
  const rules = useRules();
  const plans = useApiQuery(listPlans, {});
  const create = useApiCommand(createCompany, { quiet: true });
  const update = useApiCommand(updateCompany, { quiet: true });
  const error = create.error ?? update.error;
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: initialValues(company),
    validate: {
      name: rules.within(TITLE),
      email: rules.email,
      planId: (planId: string | null) => rules.required(planId ?? ''),
      password: (password) => (password ? rules.password(password) : null),
    },
  });

  const link = create.data?.link;
  useUnsaved(() => !create.isSuccess && form.isDirty());

  const submit = form.onSubmit(({ password, planId, ...values }) => {
    const fields = { ...values, planId: Number(planId), graceDays: Number(values.graceDays) };
    const done = (text: string) => {
      showToast(text);
      onClose();
    };
    if (company) {
      const body = changedFields(fields, company);
      update.mutate(
        { params: { companyId: company.id }, body },
        { onSuccess: () => done(t('common:updated')) },
      );
    } else {
      const body = { ...fields, ...(password ? { password } : {}) };
      create.mutate({ body }, { onSuccess: (made) => made.link || done(t('common:success')) });
    }
  });
  const input = (name: Exclude<keyof typeof form.values, 'status' | 'campaignsEnabled'>) => ({
    label: t(`companies:${name}`),
    ...form.getInputProps(name),
  });

  if (link)
    return (
      <Stack>
        <Text>{t('companies:firstLink', { days: FIRST_LINK_DAYS })}</Text>
        <OneTimeLink link={link} />
        <Button variant="default" ml="auto" onClick={onClose}>
          {t('common:close')}
        </Button>
      </Stack>
    );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError error={error} title={t('companies:saveFailed')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput {...input('name')} key={form.key('name')} data-autofocus />
          <TextInput type="email" {...input('email')} key={form.key('email')} />
          {company ? null : (
            <PasswordInput
              {...input('password')}
              key={form.key('password')}
              description={t('companies:passwordHint')}
              autoComplete="new-password"
              visibilityToggleButtonProps={{ 'aria-label': t('companies:showPassword') }}
            />
          )}
          <TextInput {...input('phone')} key={form.key('phone')} />
          <Select
            {...input('planId')}
            key={form.key('planId')}
            data={(plans.data ?? []).map((plan) => ({ value: String(plan.id), label: plan.name }))}
            allowDeselect={false}
          />
          <Select
            {...input('recurrence')}
            key={form.key('recurrence')}
            data={RECURRENCES.map((value) => ({ value, label: t(`companies:recurrences.${value}`) }))}
            allowDeselect={false}
          />
          <DayInput {...input('dueDate')} key={form.key('dueDate')} />
          <NumberInput {...input('graceDays')} key={form.key('graceDays')} min={0} max={90} />
          <Select
            {...input('language')}
            key={form.key('language')}
            description={t('companies:languageHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={LANGUAGES.map((value) => ({ value, label: t(`common:languages.${value}`) }))}
            allowDeselect={false}
          />
        </SimpleGrid>
        <Group gap="xl">
          <Switch
            label={t('companies:active')}
            {...form.getInputProps('status', { type: 'checkbox' })}
            key={form.key('status')}
          />
          <Switch
            label={t('companies:campaignsEnabled')}
            {...form.getInputProps('campaignsEnabled', { type: 'checkbox' })}
            key={form.key('campaignsEnabled')}
          />
        </Group>
        <Fieldset legend={t('companies:billing')}>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {ADDRESS.map((name) => (
              <TextInput {...input(name)} key={form.key(name)} />
            ))}
          </SimpleGrid>
        </Fieldset>
        <FormActions saving={create.isPending || update.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}

/** Empty for a new company, the current values for a known one. */
const initialValues = (company: CompanyView | null) => ({
  name: company?.name ?? '',
  email: company?.email ?? '',
  phone: company?.phone ?? '',
  password: '',
  planId: company?.planId ? String(company.planId) : null,
  recurrence: company?.recurrence ?? 'MENSAL',
  dueDate: company?.dueDate ?? null,
  graceDays: company?.graceDays ?? 0,
  language: company?.language ?? 'pt',
  status: company?.status ?? true,
  campaignsEnabled: company?.campaignsEnabled ?? true,
  billingName: company?.billingName ?? '',
  addressZipCode: company?.addressZipCode ?? '',
  addressStreet: company?.addressStreet ?? '',
  addressDistrict: company?.addressDistrict ?? '',
  addressCity: company?.addressCity ?? '',
  addressState: company?.addressState ?? '',
});
