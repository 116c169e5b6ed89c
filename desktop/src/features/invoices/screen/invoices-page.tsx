import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { type InvoiceView, listInvoices } from '@balcao/shared/features/invoices/calls.ts';
import { Box, Button, Group } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { Link } from 'wouter';
import { InvoicePill, stateNow } from '../../../renderer/components/invoice-pill.tsx';
import classes from '../../../renderer/components/invoice-row.module.css';
import { ListPage } from '../../../renderer/components/list-page.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useApiList } from '../../../renderer/kit/use-list.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { CheckoutDialog } from './checkout-dialog.tsx';
import { useCheckout } from './checkout-store.ts';

/** What the company owes, and what it has paid. */
export function InvoicesPage({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const format = useFormat();
  const list = useApiList(listInvoices, (page) => page.list);
  const set = useCheckout((checkout) => checkout.set);
  const { timezone } = user.company;
  const invoices = list.rows.map((invoice) => ({ ...invoice, state: stateNow(invoice, timezone) }));
  return (
    <ListPage
      title={t('invoices:title')}
      subtitle={t('invoices:subtitle')}
      search={t('invoices:search')}
      list={list}
      empty={{ icon: IconReceipt, title: t('invoices:empty'), hint: t('invoices:emptyHint') }}
      dialog={<CheckoutDialog user={user} />}
    >
      <ListTable
        rows={invoices}
        rowProps={({ state }) => ({ className: classes.row, 'data-state': state })}
        columns={[
          { head: t('invoices:columns.id'), visibleFrom: 'xs', cell: ({ id }) => id },
          { head: t('invoices:columns.detail'), cell: (invoice) => <Detail invoice={invoice} /> },
          {
            head: t('invoices:columns.value'),
            visibleFrom: 'xs',
            className: classes.money,
            cell: ({ value, currency }) => format.money(value, currency),
          },
          {
            head: t('invoices:columns.dueDate'),
            visibleFrom: 'xs',
            cell: ({ dueDate }) => format.calendarDay(dueDate),
          },
          { head: t('invoices:columns.status'), cell: ({ state }) => <InvoicePill state={state} /> },
        ]}
        actions={(invoice) => (
          <Actions
            id={invoice.id}
            state={invoice.state}
            onPay={() => set({ userId: user.id, invoice, asked: null })}
          />
        )}
      />
    </ListPage>
  );
}

/** On a narrow screen also its value and its day. */
function Detail({ invoice: { detail, value, currency, dueDate } }: { invoice: InvoiceView }) {
  const format = useFormat();
  return (
    <>
      <div className={cells.name}>{detail}</div>
      <div className={classes.detail}>{format.calendarMonth(dueDate)}</div>
      <Box hiddenFrom="xs" className={classes.detail}>
        {format.money(value, currency)}
        <br />
        {format.calendarDay(dueDate)}
      </Box>
    </>
  );
}

interface ActionsProps {
  id: number;
  state: ReturnType<typeof stateNow>;
  onPay: () => void;
}

function Actions({ id, state, onPay }: ActionsProps) {
  const { t } = useTexts();
  return (
    <Group justify="flex-end">
      {state === 'past' || state === 'open' ? (
        <Button size="compact-sm" aria-label={t('invoices:payNamed', { id })} onClick={onPay}>
          {t('invoices:pay')}
        </Button>
      ) : null}
      {state === 'paid' ? (
        <Button
          size="compact-sm"
          variant="default"
          component={Link}
          href={`/financeiro/${id}`}
          aria-label={t('invoices:receiptNamed', { id })}
        >
          {t('invoices:receipt')}
        </Button>
      ) : null}
    </Group>
  );
}
