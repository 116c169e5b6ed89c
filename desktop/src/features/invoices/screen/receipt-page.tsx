import { getInvoice, type InvoiceDetail } from '@balcao/shared/features/invoices/calls.ts';
import { Button, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react';
import { Link } from 'wouter';
import { Page, Panel } from '../../../renderer/components/page.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './invoices.module.css';

/** What was paid, by whom, to whom and for what: made to be printed. */
export function ReceiptPage({ id }: { id: number }) {
  const { t } = useTexts();
  const query = useApiQuery(getInvoice, { params: { invoiceId: id } });
  return (
    <Page
      title={t('invoices:receiptPage.title')}
      actions={
        <>
          <Button
            variant="default"
            component={Link}
            href="/financeiro"
            leftSection={<IconArrowLeft size={16} stroke={1.6} aria-hidden />}
          >
            {t('invoices:receiptPage.back')}
          </Button>
          <Button
            disabled={query.data?.status !== 'paid'}
            leftSection={<IconPrinter size={16} stroke={1.6} aria-hidden />}
            onClick={() => window.print()}
          >
            {t('invoices:receiptPage.print')}
          </Button>
        </>
      }
    >
      <QueryView query={query}>
        {(invoice) => (
          <Panel>
            <Receipt invoice={invoice} />
          </Panel>
        )}
      </QueryView>
    </Page>
  );
}

function Receipt({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTexts();
  const format = useFormat();
  const { id, paidAt, company, users, connections, queues } = invoice;
  const room = { users, connections, queues };
  const facts: [string, string][] = [
    [t('invoices:receiptPage.from'), company.billingName || company.name],
    [t('invoices:receiptPage.to'), invoice.receiverName || '–'],
    [
      t('invoices:receiptPage.detail'),
      `${invoice.detail} (${t('invoices:receiptPage.users', {
        users: format.number(room.users),
        connections: format.number(room.connections),
        queues: format.number(room.queues),
      })})`,
    ],
    [t('invoices:receiptPage.period'), t('invoices:checkout.months', { count: invoice.months })],
    [t('invoices:receiptPage.dueDate'), format.calendarDay(invoice.dueDate)],
  ];
  return (
    <article className={`${classes.receipt} printed`}>
      <Title order={2} size="h3">
        {t('invoices:receiptPage.number', { id })}
      </Title>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
        {paidAt ? <Fact name={t('invoices:receiptPage.paidAt')} value={format.date(paidAt)} /> : null}
        <dt>{t('invoices:receiptPage.total')}</dt>
        <dd className={classes.total}>{format.money(invoice.value, invoice.currency)}</dd>
      </dl>
      {paidAt ? null : <Text>{t('invoices:receiptPage.notPaid')}</Text>}
    </article>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
