import type { CompanyInvoice } from '@balcao/shared/features/invoices/calls.ts';
import { ActionIcon, Box, Button, Group, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { InvoicePill, stateNow } from '../../../renderer/components/invoice-pill.tsx';
import rows from '../../../renderer/components/invoice-row.module.css';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './payments.module.css';

interface Props {
  invoices: readonly CompanyInvoice[];
  onPaid: (invoice: CompanyInvoice) => void;
  onCancel: (invoice: CompanyInvoice) => void;
}

type Invoice = CompanyInvoice & { state: ReturnType<typeof stateNow> };

export function CompanyInvoicesTable({ invoices, onPaid, onCancel }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <ListTable
      rows={invoices.map((invoice): Invoice => ({ ...invoice, state: stateNow(invoice) }))}
      rowProps={({ state }) => ({ className: rows.row, 'data-state': state })}
      columns={[
        { head: t('invoices:columns.id'), visibleFrom: 'sm', cell: ({ id }) => id },
        { head: t('payments:company'), cell: (invoice) => <Company invoice={invoice} /> },
        {
          head: t('invoices:columns.value'),
          visibleFrom: 'xs',
          className: rows.money,
          cell: ({ value, currency }) => format.money(value, currency),
        },
        {
          head: t('invoices:columns.dueDate'),
          visibleFrom: 'xs',
          cell: ({ dueDate }) => format.calendarDay(dueDate),
        },
        {
          head: t('payments:txid'),
          visibleFrom: 'md',
          className: classes.txid,
          cell: ({ txid }) => txid || '–',
        },
        {
          head: t('invoices:columns.status'),
          visibleFrom: 'xs',
          cell: (invoice) => <State invoice={invoice} />,
        },
      ]}
      actions={(invoice) =>
        invoice.state === 'paid' ? null : (
          <Actions invoice={invoice} onPaid={() => onPaid(invoice)} onCancel={() => onCancel(invoice)} />
        )
      }
    />
  );
}

/** On a narrow screen also what its other columns would say. */
function Company({ invoice }: { invoice: Invoice }) {
  const format = useFormat();
  const { company, detail, value, currency, dueDate, state } = invoice;
  return (
    <>
      <div className={cells.name}>{company.name}</div>
      <div className={rows.detail}>{detail}</div>
      <Box hiddenFrom="xs" className={rows.detail}>
        {format.money(value, currency)}
        <br />
        {format.calendarDay(dueDate)}
        <br />
        <InvoicePill state={state} />
      </Box>
    </>
  );
}

function State({ invoice }: { invoice: Invoice }) {
  const { t } = useTexts();
  const format = useFormat();
  const { state, paidCents, currency } = invoice;
  return (
    <>
      <InvoicePill state={state} />
      {isOdd(invoice) ? (
        <div className={rows.detail}>
          {t('payments:paidCents', { amount: format.money(paidCents, currency) })}
        </div>
      ) : null}
    </>
  );
}

/** Money that pays no invoice: too little, or twice. */
const isOdd = ({ status, value, paidCents }: CompanyInvoice): boolean =>
  paidCents > 0 && (status !== 'paid' || paidCents > value);

interface ActionsProps {
  invoice: Invoice;
  onPaid: () => void;
  onCancel: () => void;
}

function Actions({ invoice: { id, state }, onPaid, onCancel }: ActionsProps) {
  const { t } = useTexts();
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('payments:markPaidNamed', { id })}
        onClick={onPaid}
      >
        {t('payments:markPaid')}
      </Button>
      {state === 'canceled' ? null : (
        <Tooltip label={t('payments:cancel')}>
          <ActionIcon aria-label={t('payments:cancelNamed', { id })} onClick={onCancel}>
            <IconX size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  );
}
