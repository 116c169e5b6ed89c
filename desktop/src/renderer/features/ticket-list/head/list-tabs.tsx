import type { MethodOutput } from '@balcao/shared/bridge/methods.ts';
import type { TicketFilter } from '@balcao/shared/domain/ticket-filter.ts';
import { Tabs } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useBridgeQuery } from '../../../kit/bridge-query.ts';
import { useTexts } from '../../../kit/use-texts.ts';
import classes from './list-head.module.css';

const COUNTED = ['open', 'pending', 'closed'] as const;
const MAX_SHOWN = 999;

/** The tabs with how many rows each has under the filter that is set. */
export function ListTabs({ filter }: { filter: TicketFilter }) {
  const { t } = useTexts();
  const { data: counts } = useBridgeQuery('tickets.counts', { filter });
  return (
    <Tabs.List aria-label={t('tickets:tabs.label')}>
      {COUNTED.map((tab) => (
        <Tabs.Tab key={tab} value={tab} data-testid={`tab-${tab}`}>
          {t(`tickets:tabs.${tab}`)}
          {counts && counts[tab] > 0 ? (
            <span className={classes.count} data-alert={tab === 'pending' || undefined}>
              {shown(counts, tab)}
            </span>
          ) : null}
        </Tabs.Tab>
      ))}
      <Tabs.Tab value="search" aria-label={t('tickets:tabs.search')} data-testid="tab-search">
        <IconSearch size={16} stroke={1.9} aria-hidden />
      </Tabs.Tab>
    </Tabs.List>
  );
}

/** Closed tickets that only the server has are not counted: there are at least so many. */
function shown(counts: MethodOutput<'tickets.counts'>, tab: (typeof COUNTED)[number]): string {
  const more = counts[tab] > MAX_SHOWN || (tab === 'closed' && !counts.closedIsAll);
  return `${Math.min(counts[tab], MAX_SHOWN)}${more ? '+' : ''}`;
}
