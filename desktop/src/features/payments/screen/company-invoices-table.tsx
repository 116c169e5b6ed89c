import type { CompanyInvoice } from '@balcao/shared/features/invoices/calls.ts';
import { ActionIcon, Box, Button, Group, Table, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { InvoicePill, stateNow } from '../../../renderer/components/invoice-pill.tsx';
import rows from '../../../renderer/components/invoice-row.module.css';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './payments.module.css';

interface Props {
  invoices: CompanyInvoice[];
  onPaid: (invoice: CompanyInvoice) => void;
  onCancel: (invoice: CompanyInvoice) => void;
}

export function CompanyInvoicesTable({ invoices, onPaid, onCancel }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <ListTable
      head={
        <>
          <Table.Th visibleFrom="sm">{t('invoices:columns.id')}</Table.Th>
          <Table.Th>{t('payments:company')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('invoices:columns.value')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('invoices:columns.dueDate')}</Table.Th>
          <Table.Th visibleFrom="md">{t('payments:txid')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('invoices:columns.status')}</Table.Th>
        </>
      }
    >
      {invoices.map((invoice) => {
        const { id, detail, value, currency, dueDate, company, txid, paidCents } = invoice;
        const state = stateNow(invoice);
        return (
          <Table.Tr key={id} className={rows.row} data-state={state}>
            <Table.Td visibleFrom="sm">{id}</Table.Td>
            <Table.Td>
              <div className={cells.name}>{company.name}</div>
              <div className={rows.detail}>{detail}</div>
              <Box hiddenFrom="xs" className={rows.detail}>
                {format.money(value, currency)}
                <br />
                {format.calendarDay(dueDate)}
                <br />
                <InvoicePill state={state} />
              </Box>
            </Table.Td>
            <Table.Td visibleFrom="xs" className={rows.money}>
              {format.money(value, currency)}
            </Table.Td>
            <Table.Td visibleFrom="xs">{format.calendarDay(dueDate)}</Table.Td>
            <Table.Td visibleFrom="md" className={classes.txid}>
              {txid || '–'}
            </Table.Td>
            <Table.Td visibleFrom="xs">
              <InvoicePill state={state} />
              {isOdd(invoice) ? (
                <div className={rows.detail}>
                  {t('payments:paidCents', { amount: format.money(paidCents, currency) })}
                </div>
              ) : null}
            </Table.Td>
            <Table.Td>
              {state === 'paid' ? null : (
                <Group gap={4} wrap="nowrap" justify="flex-end">
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={t('payments:markPaidNamed', { id })}
                    onClick={() => onPaid(invoice)}
                  >
                    {t('payments:markPaid')}
                  </Button>
                  {state === 'canceled' ? null : (
                    <Tooltip label={t('payments:cancel')}>
                      <ActionIcon
                        aria-label={t('payments:cancelNamed', { id })}
                        onClick={() => onCancel(invoice)}
                      >
                        <IconX size={18} stroke={1.6} />
                      </ActionIcon>
                    </Tooltip>
                  )}
                </Group>
              )}
            </Table.Td>
          </Table.Tr>
        );
      })}
    </ListTable>
  );
}

/** Money that pays no invoice: too little, or twice. */
const isOdd = ({ status, value, paidCents }: CompanyInvoice): boolean =>
  paidCents > 0 && (status !== 'paid' || paidCents > value);
