import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { ActionIcon, Tabs, Tooltip } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, memo, type RefObject, useEffect, useRef } from 'react';
import { useNewTicket } from '../../../renderer/kit/new-ticket-store.ts';
import { type TicketTab, useTicketsView } from '../../../renderer/kit/tickets-view.ts';
import { tourPlace } from '../../../renderer/kit/tour-places.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { useSelection } from './bulk/selection-store.ts';
import { CarriedTickets } from './drag/carried-tickets.tsx';
import { FilterChips } from './head/filter-chips.tsx';
import { LayoutButton } from './head/layout-button.tsx';
import { ListFilter } from './head/list-filter.tsx';
import headClasses from './head/list-head.module.css';
import { ListTabs } from './head/list-tabs.tsx';
import { SearchBox } from './head/search-box.tsx';
import { SearchChoice } from './head/search-choice.tsx';
import { SortMenu } from './head/sort-menu.tsx';
import { MessageHits } from './message-hits.tsx';
import { TicketList } from './ticket-list.tsx';
import classes from './ticket-list-panel.module.css';
import { TicketSkeletons } from './ticket-skeletons.tsx';
import { useListQuery } from './use-list-query.ts';
import { USUAL_SORTS } from './use-list-view.ts';
import type { ListQuery } from './use-ticket-list.ts';
import { ViewBar } from './views/view-bar.tsx';
import { ViewDialog } from './views/view-dialog.tsx';

const TABS: readonly TicketTab[] = ['open', 'pending', 'closed', 'search', 'snoozed', 'chatbot'];

/** The left side: search, order and filter, the tabs with their counts, and the list. */
export const TicketListPanel = memo(function TicketListPanel({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const { tab, searchIn, show } = useTicketsView();
  const { query, view } = useListQuery();
  const sorted = tab === 'open' || tab === 'pending' ? tab : null;
  useSelectionOf(query);
  const panel = useFocusOnTab();
  useKeyToList();
  return (
    <section
      className={classes.root}
      aria-label={t('tickets:title')}
      ref={panel}
      data-ticket-panel
      {...tourPlace('list')}
      onKeyDown={onPanelKey}
    >
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
          <div className={headClasses.tools}>
            <SearchBox />
            <SortMenu
              sort={query.order ? null : query.sort}
              usual={sorted ? USUAL_SORTS[sorted] : 'newest'}
              onSort={sorted && ((sort) => view.setSort(sorted, sort))}
            />
            <ListFilter user={user} tab={tab} view={view} />
            <LayoutButton user={user} view={view} />
            <NewTicketButton />
          </div>
          <ListTabs filter={view.filter} />
          <ViewBar user={user} />
          <FilterChips user={user} tab={tab} view={view} />
        </div>
        <Tabs.Panel value={tab}>
          {tab === 'search' && query.search ? <SearchChoice /> : null}
          {tab === 'search' && query.search && searchIn === 'messages' ? (
            <MessageHits search={query.search} />
          ) : view.ready ? (
            <TicketList key={tab} user={user} query={query} />
          ) : (
            <TicketSkeletons user={user} />
          )}
        </Tabs.Panel>
        <CarriedTickets />
        <BulkBar user={user} />
        <ViewDialog user={user} />
      </Tabs>
    </section>
  );
});

function NewTicketButton() {
  const { t } = useTexts();
  const ask = useNewTicket((dialog) => dialog.ask);
  return (
    <Tooltip label={t('tickets:create.orFind')}>
      <ActionIcon aria-label={t('tickets:create.orFind')} onClick={() => ask()}>
        <IconPlus size={18} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
}

/** 1 to 3, 5 and 6 choose a tab, 4 and the slash the search, the arrow down leads from both into the list. */
function onPanelKey(event: KeyboardEvent<HTMLElement>): void {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return;
  const { show, focusList } = useTicketsView.getState();
  const focusSearch = () => event.currentTarget.querySelector<HTMLElement>('input[type="search"]')?.focus();
  const inSearch = target instanceof HTMLInputElement && target.type === 'search';
  if (key === 'ArrowDown' && (inSearch || target.role === 'tab')) focusList();
  else if (target instanceof HTMLInputElement) return;
  else if (key === '/') focusSearch();
  else {
    const tab = TABS[Number(key) - 1];
    if (!tab) return;
    show(tab);
    if (tab === 'search') focusSearch();
    else {
      // It holds the keys until there are rows.
      event.currentTarget.querySelector<HTMLElement>(`[data-testid="tab-${tab}"]`)?.focus();
      focusList();
    }
  }
  event.preventDefault();
}

/** An agent who has left a conversation continues in the list. */
function useFocusOnTab(): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null);
  const wantsFocus = useTicketsView((view) => view.wantsFocus);
  useEffect(() => {
    // The rows, if there are any, have taken it by now.
    if (wantsFocus && useTicketsView.getState().wantsFocus && document.activeElement === document.body)
      panel.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
  }, [wantsFocus]);
  return panel;
}

/** Alt+L leads to the list from anywhere on the desk, also while writing. */
function useKeyToList(): void {
  useWindowEvent('keydown', (event) => {
    const isKey =
      event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.code === 'KeyL';
    if (!isKey || document.querySelector('[role="dialog"]')) return;
    event.preventDefault();
    useTicketsView.getState().focusList();
  });
}

/** What is chosen for a bulk action is what one sees: another tab or filter begins again. */
function useSelectionOf(query: ListQuery): void {
  const clear = useSelection((selection) => selection.clear);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another list is shown
  useEffect(() => clear, [query, clear]);
}
