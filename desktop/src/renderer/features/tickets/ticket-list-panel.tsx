import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { CloseButton, Tabs, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useBridgeQuery } from '../../app/bridge-query.ts';
import { useTexts } from '../../app/use-texts.ts';
import { TicketList } from './ticket-list.tsx';
import classes from './ticket-list-panel.module.css';
import { useTicketsView } from './view-store.ts';

const TABS = ['open', 'pending', 'closed'] as const;
const MOST_SHOWN = 999;

interface Props {
  user: SessionUser;
  openUuid: string | null;
}

/** The left side: three tabs with their counts, the search, and the list. */
export function TicketListPanel({ user, openUuid }: Props) {
  const { t } = useTexts();
  const { tab, search, show, setSearch } = useTicketsView();
  const { data: counts } = useBridgeQuery('tickets.counts', null);

  return (
    <section className={classes.root} aria-label={t('tickets:title')}>
      <Tabs
        value={tab}
        onChange={(value) => show(TABS.find((known) => known === value) ?? 'open')}
        classNames={{ root: classes.tabs, list: classes.tabList, tab: classes.tab, panel: classes.panel }}
        variant="none"
        keepMounted={false}
      >
        <div className={classes.head}>
          <Tabs.List aria-label={t('tickets:tabs.label')}>
            {TABS.map((value) => (
              <Tabs.Tab key={value} value={value} data-testid={`tab-${value}`}>
                {t(`tickets:tabs.${value}`)}
                {counts && counts[value] > 0 ? (
                  <span className={classes.count} data-alert={value === 'pending' || undefined}>
                    {Math.min(counts[value], MOST_SHOWN)}
                    {counts[value] > MOST_SHOWN ? '+' : null}
                  </span>
                ) : null}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <TextInput
            type="search"
            className={classes.search}
            classNames={{ input: classes.searchInput }}
            aria-label={t('tickets:search')}
            placeholder={t('tickets:search')}
            leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
            rightSection={
              search ? (
                <CloseButton size="sm" aria-label={t('tickets:clearSearch')} onClick={() => setSearch('')} />
              ) : null
            }
            value={search}
            maxLength={200}
            onChange={(event) => setSearch(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setSearch('');
            }}
          />
        </div>
        <Tabs.Panel value={tab}>
          <TicketList key={tab} user={user} status={tab} search={search.trim()} openUuid={openUuid} />
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}
