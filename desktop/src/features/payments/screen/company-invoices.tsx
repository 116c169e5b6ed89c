import {
  type CompanyInvoice,
  cancelInvoice,
  listCompanyInvoices,
  markInvoicePaid,
} from '@balcao/shared/features/invoices/calls.ts';
import { Group, Title } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { SearchField } from '../../../renderer/components/search-field.tsx';
import { useApiCommand, useApiPages } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useConfirm } from '../../../renderer/kit/use-confirm.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import { CompanyInvoicesTable } from './company-invoices-table.tsx';

/** What all companies owe and have paid. */
export function CompanyInvoices() {
  const { t } = useTexts();
  const format = useFormat();
  const confirm = useConfirm();
  const [search, setSearch] = useState('');
  const pages = useApiPages(listCompanyInvoices, search ? { searchParam: search } : {}, (page) => page.list);
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
        <SearchField label={t('payments:search')} onSearch={setSearch} />
      </Group>
      <ListView
        query={pages}
        isEmpty={pages.rows.length === 0}
        search={search}
        empty={{ icon: IconReceipt, title: t('payments:empty'), hint: t('payments:emptyHint') }}
      >
        <CompanyInvoicesTable invoices={pages.rows} onPaid={askPaid} onCancel={askCancel} />
      </ListView>
    </>
  );
}
