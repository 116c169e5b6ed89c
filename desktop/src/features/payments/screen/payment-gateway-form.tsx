import { getPaymentSettings } from '@balcao/shared/features/invoices/calls.ts';
import { GATEWAYS, type GatewayName } from '@balcao/shared/features/invoices/rules.ts';
import {
  getPaymentGateway,
  type PaymentGateway,
  savePaymentGateway,
  testPaymentGateway,
} from '@balcao/shared/features/payments/calls.ts';
import {
  Button,
  Group,
  PasswordInput,
  Radio,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { Panel } from '../../../renderer/components/page.tsx';
import { useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { changedFields } from '../../../renderer/kit/changed-fields.ts';
import { useErrorText, useThrownText } from '../../../renderer/kit/error-text.ts';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import { CertificateField, type ChosenCertificate } from './certificate-field.tsx';
import { GatewayState } from './gateway-state.tsx';
import classes from './payments.module.css';

interface Form {
  gateway: GatewayName;
  isSandbox: boolean;
  account: string;
  /** Empty: it stays as it is. */
  clientSecret: string;
  certificate: ChosenCertificate | null;
}

const formOf = ({ gateway, isSandbox, account }: PaymentGateway): Form => ({
  gateway,
  isSandbox,
  account,
  clientSecret: '',
  certificate: null,
});

/** Who takes the money of companies, and with which account. */
export function PaymentGatewayForm({ start }: { start: PaymentGateway }) {
  const { t } = useTexts();
  // As they are by now, whoever saves them.
  const saved = useApiQuery(getPaymentGateway, {}).data ?? start;
  const hasPixKey = Boolean(useApiQuery(getPaymentSettings, {}).data?.pixKey);
  const rules = useRules();
  const save = useApiCommand(savePaymentGateway, { quiet: true });
  const form = useForm<Form>({
    initialValues: formOf(start),
    validate: { account: rules.atMost(200), clientSecret: rules.atMost(200) },
  });
  const submit = form.onSubmit((values) => {
    const { certificate, ...fields } = changedFields(values, form.getInitialValues());
    const body = { ...fields, ...(certificate ? { certificate: certificate.bytes } : {}) };
    return whenSaved(save.mutateAsync({ body }), t('payments:gateway.saved'), (kept) => {
      form.setInitialValues(formOf(kept));
      form.setValues(formOf(kept));
    });
  });
  const isEfi = form.values.gateway === 'efi';
  return (
    <Panel>
      <form onSubmit={submit} noValidate className={classes.form}>
        <Stack>
          <FormError error={save.error} />
          <Radio.Group label={t('payments:gateway.title')} {...form.getInputProps('gateway')}>
            <Stack gap="sm" mt="xs">
              {GATEWAYS.map((name) => (
                <Radio
                  key={name}
                  value={name}
                  label={t(`payments:gateway.${name}`)}
                  description={t(`payments:gateway.${name}Hint`)}
                />
              ))}
            </Stack>
          </Radio.Group>
          {isEfi ? (
            <>
              <SimpleGrid cols={{ base: 1, sm: 3 }}>
                <TextInput
                  label={t('payments:gateway.clientId')}
                  autoComplete="off"
                  {...form.getInputProps('account')}
                />
                <PasswordInput
                  label={t('payments:gateway.clientSecret')}
                  description={saved.hasClientSecret ? t('payments:gateway.secretKept') : null}
                  inputWrapperOrder={['label', 'input', 'description', 'error']}
                  autoComplete="new-password"
                  {...form.getInputProps('clientSecret')}
                />
                <CertificateField until={saved.certificateUntil} {...form.getInputProps('certificate')} />
              </SimpleGrid>
              <Switch
                label={t('payments:gateway.isSandbox')}
                description={t('payments:gateway.isSandboxHint')}
                {...form.getInputProps('isSandbox', { type: 'checkbox' })}
              />
              <Text size="sm" c="dimmed">
                {t('payments:gateway.pixKey')}
              </Text>
            </>
          ) : null}
          {saved.gateway === 'efi' ? <GatewayState gateway={saved} hasPixKey={hasPixKey} /> : null}
          <Group justify="flex-end">
            {saved.gateway === 'efi' && !form.isDirty() ? <Trial key={JSON.stringify(saved)} /> : null}
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              {t('payments:gateway.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

/** Whether the gateway lets us in with what is saved. */
function Trial() {
  const { t } = useTexts();
  const errorText = useErrorText();
  const thrownText = useThrownText();
  const trial = useApiCommand(testPaymentGateway, { quiet: true });
  const { data, error } = trial;
  const reason = error ? thrownText(error) : data?.error ? errorText(data.error) : null;
  return (
    <>
      <Text role="status" size="sm" flex={1} c={reason ? 'red' : 'green'}>
        {reason ?? (data?.ok ? t('payments:gateway.works') : null)}
      </Text>
      <Button variant="default" loading={trial.isPending} onClick={() => trial.mutate({})}>
        {t('payments:gateway.test')}
      </Button>
    </>
  );
}
