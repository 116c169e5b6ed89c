import type { InvoiceView } from '@balcao/shared/features/invoices/calls.ts';
import { Stack, Text } from '@mantine/core';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import type { CheckoutForm } from './checkout-fields.tsx';
import classes from './invoices.module.css';

/** What the invoice was made for, which nobody changes here. */
export function InvoicePlan({ invoice }: { invoice: InvoiceView }) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <Stack gap="sm">
      <dl className={classes.facts}>
        <dt>{t('invoices:checkout.plan')}</dt>
        <dd>{invoice.detail}</dd>
        <dt>{t('invoices:checkout.users')}</dt>
        <dd>{format.number(invoice.users)}</dd>
        <dt>{t('invoices:checkout.connections')}</dt>
        <dd>{format.number(invoice.connections)}</dd>
        <dt>{t('invoices:checkout.queues')}</dt>
        <dd>{format.number(invoice.queues)}</dd>
        <Total invoice={invoice} />
      </dl>
      <Text size="sm" c="dimmed">
        {t('invoices:checkout.planHint')}
      </Text>
    </Stack>
  );
}

export function Review({ invoice, form }: { invoice: InvoiceView; form: CheckoutForm }) {
  const { t } = useTexts();
  const { firstName, address2, city, state, zipcode, country } = form;
  return (
    <dl className={classes.facts}>
      <dt>{t('invoices:checkout.payer')}</dt>
      <dd>{firstName}</dd>
      <dt>{t('invoices:checkout.address')}</dt>
      <dd>
        {address2}
        <br />
        {[zipcode, city, state, t(`invoices:checkout.countries.${country}`)].filter(Boolean).join(', ')}
      </dd>
      <dt>{t('invoices:checkout.plan')}</dt>
      <dd>{invoice.detail}</dd>
      <Total invoice={invoice} />
    </dl>
  );
}

function Total({ invoice: { months, value, currency } }: { invoice: InvoiceView }) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <>
      <dt>{t('invoices:checkout.period')}</dt>
      <dd>{t('invoices:checkout.months', { count: months })}</dd>
      <dt>{t('invoices:checkout.total')}</dt>
      <dd className={classes.total}>{format.money(value, currency)}</dd>
    </>
  );
}
