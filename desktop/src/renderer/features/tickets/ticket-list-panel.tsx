import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { Tabs } from '@mantine/core';
import { useMemo } from 'react';
import { useTexts } from '../../app/use-texts.ts';
import { FilterChips } from './list/filter-chips.tsx';
import { ListFilter } from './list/list-filter.tsx';
import headClasses from './list/list-head.module.css';
import { ListTabs } from './list/list-tabs.tsx';
import { SearchBox } from './list/search-box.tsx';
import { SortMenu } from './list/sort-menu.tsx';
import { useListView } from './list/use-list-view.ts';
import type { ListQuery } from './list/use-ticket-list.ts';
import { TicketList } from './ticket-list.tsx';
import classes from './ticket-list-panel.module.css';
import { TicketSkeletons } from './ticket-skeletons.tsx';
import { type TicketTab, useTicketsView } from './view-store.ts';

const TABS: readonly TicketTab[] = ['open', 'pending', 'closed', 'search'];

interface Props {
  user: SessionUser;
  openUuid: string | null;
}

/** The left side: the tabs with their counts, search, filter and order, and the list. */
export function TicketListPanel({ user, openUuid }: Props) {
  const { t } = useTexts();
  const { tab, search, show } = useTicketsView();
  const view = useListView();
  const sorts = tab === 'open' || tab === 'pending';
  const query: ListQuery = useMemo(
    () => ({ tab, search: search.trim(), filter: view.filter, sort: sorts ? view.sort : 'newest' }),
    [tab, search, sorts, view.filter, view.sort],
  );
  return (
    <section className={classes.root} aria-label={t('tickets:title')}>
      <Tabs
        value={tab}
        onChange={(value) => show(TABS.find((known) => known === value) ?? 'open')}
        classNames={{
          root: classes.tabs,
          list: headClasses.tabList,
          tab: headClasses.tab,
          panel: classes.panel,
        }}
        variant="none"
        keepMounted={false}
      >
        <div className={classes.head}>
          <ListTabs filter={view.filter} />
          <div className={headClasses.tools}>
            <SearchBox />
            <SortMenu sort={view.sort} onSort={view.setSort} disabled={!sorts} />
            <ListFilter user={user} tab={tab} view={view} />
          </div>
          <FilterChips tab={tab} view={view} />
        </div>
        <Tabs.Panel value={tab}>
          {view.ready ? (
            <TicketList key={tab} user={user} query={query} openUuid={openUuid} />
          ) : (
            <TicketSkeletons />
          )}
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}
