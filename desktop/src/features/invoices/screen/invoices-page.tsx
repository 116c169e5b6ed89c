import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { listInvoices } from '@balcao/shared/features/invoices/calls.ts';
import { IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { Page } from '../../../renderer/components/page.tsx';
import { SearchField } from '../../../renderer/components/search-field.tsx';
import { InvoicesTable } from '../../../renderer/features/invoices/invoices-table.tsx';
import { useApiPages } from '../../../renderer/kit/api-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { CheckoutDialog } from './checkout-dialog.tsx';
import { useCheckout } from './checkout-store.ts';

/** What the company owes, and what it has paid. */
export function InvoicesPage({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const set = useCheckout((checkout) => checkout.set);
  const pages = useApiPages(listInvoices, search ? { searchParam: search } : {}, (page) => page.list);
  return (
    <Page
      title={t('invoices:title')}
      subtitle={t('invoices:subtitle')}
      actions={<SearchField label={t('invoices:search')} onSearch={setSearch} />}
    >
      <ListView
        query={pages}
        isEmpty={pages.rows.length === 0}
        search={search}
        empty={{ icon: IconReceipt, title: t('invoices:empty'), hint: t('invoices:emptyHint') }}
      >
        <InvoicesTable
          invoices={pages.rows}
          timeZone={user.company.timezone}
          onPay={(invoice) => set({ userId: user.id, invoice, asked: null })}
        />
      </ListView>
      <CheckoutDialog user={user} />
    </Page>
  );
}
