import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../kit/use-texts.ts';
import classes from './list-table.module.css';

interface Props {
  /** The heads of all columns but the last, which has what can be done with a record. */
  head: ReactNode;
  /** A row each. */
  children: ReactNode;
}

/** A table of records; its module of styles has those of their cells too. */
export function ListTable({ head, children }: Props) {
  const { t } = useTexts();
  return (
    <Table className={classes.table} verticalSpacing="sm" horizontalSpacing="md" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          {head}
          <Table.Th aria-label={t('common:actions')} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  );
}
