import type { InvoiceView } from '@balcao/shared/features/invoices/calls.ts';
import { Box, Button, Group, Table } from '@mantine/core';
import { Link } from 'wouter';
import { InvoicePill, stateNow } from '../../components/invoice-pill.tsx';
import classes from '../../components/invoice-row.module.css';
import cells from '../../components/list-table.module.css';
import { ListTable } from '../../components/list-table.tsx';
import { useFormat } from '../../kit/format.ts';
import { useTexts } from '../../kit/use-texts.ts';

interface Props {
  invoices: InvoiceView[];
  timeZone: string;
  onPay: (invoice: InvoiceView) => void;
}

export function InvoicesTable({ invoices, timeZone, onPay }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <ListTable
      head={
        <>
          <Table.Th visibleFrom="xs">{t('invoices:columns.id')}</Table.Th>
          <Table.Th>{t('invoices:columns.detail')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('invoices:columns.value')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('invoices:columns.dueDate')}</Table.Th>
          <Table.Th>{t('invoices:columns.status')}</Table.Th>
        </>
      }
    >
      {invoices.map((invoice) => {
        const { id, detail, value, currency, dueDate } = invoice;
        const state = stateNow(invoice, timeZone);
        return (
          <Table.Tr key={id} className={classes.row} data-state={state}>
            <Table.Td visibleFrom="xs">{id}</Table.Td>
            <Table.Td>
              <div className={cells.name}>{detail}</div>
              <Box hiddenFrom="xs" className={classes.detail}>
                {format.money(value, currency)}
                <br />
                {format.calendarDay(dueDate)}
              </Box>
            </Table.Td>
            <Table.Td visibleFrom="xs" className={classes.money}>
              {format.money(value, currency)}
            </Table.Td>
            <Table.Td visibleFrom="xs">{format.calendarDay(dueDate)}</Table.Td>
            <Table.Td>
              <InvoicePill state={state} />
            </Table.Td>
            <Table.Td>
              <Group justify="flex-end">
                {state === 'past' || state === 'open' ? (
                  <Button
                    size="compact-sm"
                    aria-label={t('invoices:payNamed', { id })}
                    onClick={() => onPay(invoice)}
                  >
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
            </Table.Td>
          </Table.Tr>
        );
      })}
    </ListTable>
  );
}
