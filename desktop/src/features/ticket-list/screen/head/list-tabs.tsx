import type { MethodOutput } from '@balcao/shared/bridge/methods.ts';
import type { TicketFilter } from '@balcao/shared/features/ticket-list/filter.ts';
import { Tabs } from '@mantine/core';
import { IconClockPause, IconRobot, IconSearch } from '@tabler/icons-react';
import { useBridgeQuery } from '../../../../renderer/kit/bridge-query.ts';
import { useTicketsView } from '../../../../renderer/kit/tickets-view.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './list-head.module.css';

const COUNTED = ['open', 'pending', 'closed'] as const;
const MAX_SHOWN = 999;
const shownCount = (count: number) => (count > MAX_SHOWN ? `${MAX_SHOWN}+` : count);

/** Below the others, as long as they have any: nobody is waited for there. */
const ASIDE = { chatbot: IconRobot, snoozed: IconClockPause };
const ASIDE_TABS = ['chatbot', 'snoozed'] as const;

/** The tabs with how many rows each has under the filter that is set; that of the search as long as there is one. */
export function ListTabs({ filter }: { filter: TicketFilter }) {
  const { t } = useTexts();
  const isSearching = useTicketsView((view) => view.tab === 'search' || view.search !== '');
  const shown = useTicketsView((view) => view.tab);
  const { data: counts } = useBridgeQuery('tickets.counts', { filter });
  const aside = ASIDE_TABS.filter((name) => counts && (counts[name] > 0 || shown === name));
  return (
    <Tabs.List aria-label={t('tickets:tabs.label')}>
      {COUNTED.map((name) => (
        <Tabs.Tab key={name} value={name} data-testid={`tab-${name}`}>
          {t(`tickets:tabs.${name}`)}
          {counts && isKnown(counts, name) ? (
            <span className={classes.count} data-alert={name === 'pending' || undefined}>
              {shownCount(counts[name])}
            </span>
          ) : null}
        </Tabs.Tab>
      ))}
      {isSearching ? (
        <Tabs.Tab value="search" aria-label={t('tickets:tabs.search')} data-testid="tab-search" data-narrow>
          <IconSearch size={16} stroke={1.9} aria-hidden />
        </Tabs.Tab>
      ) : null}
      {counts && aside.length > 0 ? (
        <div className={classes.aside} role="presentation">
          {aside.map((name) => {
            const Icon = ASIDE[name];
            return (
              <Tabs.Tab key={name} value={name} className={classes.asideTab} data-testid={`tab-${name}`}>
                <Icon size={15} stroke={1.8} aria-hidden />
                {t(`tickets:tabs.${name}`)}
                <span className={classes.count}>{shownCount(counts[name])}</span>
              </Tabs.Tab>
            );
          })}
        </div>
      ) : null}
    </Tabs.List>
  );
}

/** Closed tickets that only the server has are not counted here: their tab has no number then. */
const isKnown = (counts: MethodOutput<'tickets.counts'>, tab: (typeof COUNTED)[number]): boolean =>
  counts[tab] > 0 && (tab !== 'closed' || counts.closedIsAll);
