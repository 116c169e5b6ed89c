import { Table, type TableTdProps, type TableTrProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../kit/use-texts.ts';
import classes from './list-table.module.css';

/** One column; `visibleFrom` hides it, head and cells, on narrower screens. */
export interface Column<T> extends Pick<TableTdProps, 'visibleFrom' | 'className'> {
  head: string;
  cell: (row: T) => ReactNode;
}

interface Props<T> {
  rows: readonly T[];
  columns: readonly Column<T>[];
  /** What can be done with a record, in a last column; mostly `RowActions`. */
  actions?: (row: T) => ReactNode;
  /** What a record's row has of its own. */
  rowProps?: (row: T) => TableTrProps & Record<`data-${string}`, unknown>;
}

/** A table of records; its module of styles has those of their cells too. */
export function ListTable<T extends { id: number | string }>(props: Props<T>) {
  const { rows, columns, actions, rowProps } = props;
  const { t } = useTexts();
  return (
    <Table className={classes.table} verticalSpacing="sm" horizontalSpacing="md" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ head, visibleFrom }) => (
            <Table.Th key={head} {...(visibleFrom ? { visibleFrom } : {})}>
              {head}
            </Table.Th>
          ))}
          {actions ? <Table.Th aria-label={t('common:actions')} /> : null}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.id} {...rowProps?.(row)}>
            {columns.map(({ head, cell, ...look }) => (
              <Table.Td key={head} {...look}>
                {cell(row)}
              </Table.Td>
            ))}
            {actions ? <Table.Td>{actions(row)}</Table.Td> : null}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
