import {
  type CompanyInvoice,
  cancelInvoice,
  listCompanyInvoices,
  markInvoicePaid,
} from '@balcao/shared/features/invoices/calls.ts';
import { Group, Title } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { ListView } from '../../components/list-view.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useApiCommand } from '../../kit/api-query.ts';
import { useFormat } from '../../kit/format.ts';
import { useConfirm } from '../../kit/use-confirm.tsx';
import { useApiList } from '../../kit/use-list.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { whenSaved } from '../../kit/when-saved.ts';
import { CompanyInvoicesTable } from './company-invoices-table.tsx';

/** What all companies owe and have paid. */
export function CompanyInvoices() {
  const { t } = useTexts();
  const format = useFormat();
  const confirm = useConfirm();
  const list = useApiList(listCompanyInvoices, (page) => page.list);
  const pay = useApiCommand(markInvoicePaid, { also: ['companies'] });
  const cancel = useApiCommand(cancelInvoice);
  const named = ({ id, company, value, currency }: CompanyInvoice) => ({
    id,
    company: company.name,
    value: format.money(value, currency),
  });
  const askPaid = (invoice: CompanyInvoice) =>
    confirm(
      {
        title: t('payments:markPaidTitle'),
        text: t('payments:markPaidText', named(invoice)),
        confirm: t('payments:markPaid'),
        harmless: true,
      },
      () =>
        void whenSaved(
          pay.mutateAsync({ params: { invoiceId: invoice.id } }),
          t('payments:markedPaid'),
          () => {},
        ),
    );
  const askCancel = (invoice: CompanyInvoice) =>
    confirm(
      {
        title: t('payments:cancelTitle'),
        text: t('payments:cancelText', named(invoice)),
        confirm: t('payments:cancel'),
        cancel: t('payments:keep'),
      },
      () => cancel.mutate({ params: { invoiceId: invoice.id } }),
    );
  return (
    <>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('payments:invoices')}
        </Title>
        <SearchField label={t('payments:search')} onSearch={list.onSearch} />
      </Group>
      <ListView
        list={list}
        empty={{ icon: IconReceipt, title: t('payments:empty'), hint: t('payments:emptyHint') }}
      >
        <CompanyInvoicesTable invoices={list.rows} onPaid={askPaid} onCancel={askCancel} />
      </ListView>
    </>
  );
}
