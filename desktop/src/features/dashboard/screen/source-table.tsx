import type { SourceFigures } from '@balcao/shared/features/dashboard/calls.ts';
import { Anchor, Table, Text } from '@mantine/core';
import cells from '../../../renderer/components/list-table.module.css';
import { useAppName } from '../../../renderer/components/referral/use-app-name.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { useFigureTexts } from './use-figures.ts';
import { useShowTickets } from './use-show-tickets.ts';

const PARTS = ['answered', 'tagged', 'finished'] as const;

/** What brought conversations, and how many of them went on to what a shop wants of them. */
export function SourceTable({ rows }: { rows: readonly SourceFigures[] }) {
  const { t } = useTexts();
  const figures = useFigureTexts();
  const appName = useAppName();
  const showTickets = useShowTickets();
  if (rows.length === 0)
    return (
      <Text size="sm" c="var(--text-muted)">
        {t('dashboard:nothing')}
      </Text>
    );
  return (
    <Table className={cells.table} verticalSpacing="sm" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('dashboard:source')}</Table.Th>
          <Table.Th>{t('dashboard:count')}</Table.Th>
          {PARTS.map((part) => (
            <Table.Th key={part} {...visibleOf(part)}>
              {t(`dashboard:${part}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => {
          const { kind, source, title, sourceId, app, count } = row;
          const kindName = t(`tickets:referral.kinds.${kind}`);
          return (
            <Table.Tr key={source}>
              <Table.Td>
                <Anchor
                  component="button"
                  type="button"
                  ta="left"
                  className={cells.name}
                  onClick={() => showTickets('search', { sources: [source] })}
                >
                  {title || sourceId || kindName}
                </Anchor>
                <div className={cells.detail}>
                  {[kindName, appName(app), title ? sourceId : ''].filter(Boolean).join(' · ')}
                </div>
              </Table.Td>
              <Table.Td>{figures.count(count)}</Table.Td>
              {PARTS.map((part) => (
                <Table.Td key={part} {...visibleOf(part)}>
                  {figures.count(row[part])}
                  <div className={cells.detail}>{figures.share(row[part], count)}</div>
                </Table.Td>
              ))}
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

/** A narrow screen has room for one of them. */
const visibleOf = (part: (typeof PARTS)[number]) => (part === 'answered' ? {} : { visibleFrom: 'xs' });
