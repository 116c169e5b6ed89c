import { type PaymentSettings, savePaymentSettings } from '@balcao/shared/features/invoices/calls.ts';
import { hasPlainText, readPixKey } from '@balcao/shared/features/invoices/pix-code.ts';
import { GRACE_DAYS_MAX, INVOICE_DAYS } from '@balcao/shared/features/invoices/rules.ts';
import { CURRENCIES, PIX_CURRENCY } from '@balcao/shared/money/currency.ts';
import { Alert, Button, Group, NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { Panel } from '../../../renderer/components/page.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { changedFields } from '../../../renderer/kit/changed-fields.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import { FormHeading } from './form-heading.tsx';
import classes from './payments.module.css';

export function PaymentSettingsForm({ start }: { start: PaymentSettings }) {
  const { t } = useTexts();
  const format = useFormat();
  const rules = useRules();
  const save = useApiCommand(savePaymentSettings, { quiet: true, also: ['payment-gateway', 'plans'] });
  const readable = (value: string) => (value.trim() && !hasPlainText(value) ? rules.required('') : null);
  const days = (value: number | string) => (value === '' ? rules.required('') : null);
  const form = useForm<PaymentSettings>({
    initialValues: start,
    validate: {
      pixKey: (value) => (value.trim() && readPixKey(value) === null ? t('payments:pixKeyWrong') : null),
      receiverName: (value) => readable(value) ?? rules.atMost(25)(value),
      receiverCity: (value) => readable(value) ?? rules.atMost(15)(value),
      invoiceDays: days,
      graceDays: days,
    },
  });
  const submit = form.onSubmit((values) =>
    whenSaved(
      save.mutateAsync({ body: changedFields(values, form.getInitialValues()) }),
      t('payments:saved'),
      (saved) => {
        form.setInitialValues(saved);
        form.setValues(saved);
      },
    ),
  );
  const { pixKey, receiverName, receiverCity, currency } = form.values;
  const isPix = currency === PIX_CURRENCY;
  return (
    <Panel>
      <form onSubmit={submit} noValidate className={classes.form}>
        <Stack>
          <FormError error={save.error} />
          <FormHeading title={t('payments:account')} hint={t('payments:accountHint')} />
          {isPix && pixKey && receiverName && receiverCity ? null : (
            <Alert color="yellow" variant="light">
              {t(isPix ? 'payments:notSetUp' : 'payments:noPix')}
            </Alert>
          )}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Select
              label={t('payments:currency')}
              description={t('payments:currencyHint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              data={CURRENCIES.map((value) => ({ value, label: `${format.currency(value)} (${value})` }))}
              allowDeselect={false}
              {...form.getInputProps('currency')}
            />
            <TextInput
              label={t('payments:pixKey')}
              description={t('payments:pixKeyHint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...form.getInputProps('pixKey')}
            />
            <TextInput label={t('payments:receiverName')} {...form.getInputProps('receiverName')} />
            <TextInput label={t('payments:receiverCity')} {...form.getInputProps('receiverCity')} />
          </SimpleGrid>
          <FormHeading title={t('payments:deadlines')} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <NumberInput
              label={t('payments:invoiceDays')}
              description={t('payments:invoiceDaysHint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              min={INVOICE_DAYS.min}
              max={INVOICE_DAYS.max}
              allowDecimal={false}
              {...form.getInputProps('invoiceDays')}
            />
            <NumberInput
              label={t('payments:graceDays')}
              description={t('payments:graceDaysHint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              min={0}
              max={GRACE_DAYS_MAX}
              allowDecimal={false}
              {...form.getInputProps('graceDays')}
            />
          </SimpleGrid>
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              {t('payments:save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
