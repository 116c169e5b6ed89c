import {
  type CompanyInvoice,
  cancelInvoice,
  listCompanyInvoices,
  markInvoicePaid,
} from '@balcao/shared/features/invoices/calls.ts';
import { Group, Title } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { SearchField } from '../../../renderer/components/search-field.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useConfirm } from '../../../renderer/kit/use-confirm.tsx';
import { useApiList } from '../../../renderer/kit/use-list.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
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
