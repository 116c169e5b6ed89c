import { COUNTRIES, ZIP_CODES } from '@balcao/shared/features/invoices/rules.ts';
import { Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

export interface CheckoutForm {
  firstName: string;
  address2: string;
  city: string;
  state: string;
  zipcode: string;
  country: (typeof COUNTRIES)[number];
  useAddressForPaymentDetails: boolean;
}

export function useCheckoutRules() {
  const { t } = useTexts();
  const required = (field: 'firstName' | 'address2' | 'city' | 'country') => (value: string | null) =>
    value?.trim() ? null : t(`invoices:checkout.rules.${field}`);
  return {
    firstName: required('firstName'),
    address2: required('address2'),
    city: required('city'),
    country: required('country'),
    zipcode: (value: string, { country }: CheckoutForm) => {
      if (!value.trim()) return t('invoices:checkout.rules.zipcode');
      return ZIP_CODES[country].test(value.trim()) ? null : t('invoices:checkout.rules.zipFormat');
    },
  };
}

/** Who pays. */
export function CheckoutFields({ form }: { form: UseFormReturnType<CheckoutForm> }) {
  const { t } = useTexts();
  return (
    <Stack>
      <TextInput
        label={t('invoices:checkout.firstName')}
        autoComplete="name"
        data-autofocus
        {...form.getInputProps('firstName')}
      />
      <TextInput
        label={t('invoices:checkout.address2')}
        autoComplete="street-address"
        {...form.getInputProps('address2')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={t('invoices:checkout.city')} {...form.getInputProps('city')} />
        <TextInput label={t('invoices:checkout.state')} {...form.getInputProps('state')} />
        <TextInput
          label={t('invoices:checkout.zipcode')}
          autoComplete="postal-code"
          {...form.getInputProps('zipcode')}
        />
        <Select
          label={t('invoices:checkout.country')}
          data={COUNTRIES.map((value) => ({ value, label: t(`invoices:checkout.countries.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('country')}
        />
      </SimpleGrid>
      <Switch
        label={t('invoices:checkout.keepAddress')}
        {...form.getInputProps('useAddressForPaymentDetails', { type: 'checkbox' })}
      />
    </Stack>
  );
}
