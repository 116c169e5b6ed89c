import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTicketsView } from '../../../../renderer/kit/tickets-view.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { LIST_SEARCH_KEY } from '../list-keys.ts';
import classes from './list-head.module.css';

/** Typing leads to the search over every status, Escape back to the tab where one was; another key searches everything. */
export function SearchBox() {
  const { t } = useTexts();
  const { tab, search, setSearch, endSearch } = useTicketsView();
  return (
    <TextInput
      type="search"
      className={classes.search}
      classNames={{ input: classes.searchInput }}
      aria-label={t('tickets:search')}
      placeholder={t('tickets:searchShort')}
      leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
      {...(search || tab === 'search'
        ? {
            rightSection: <CloseButton size="sm" aria-label={t('tickets:clearSearch')} onClick={endSearch} />,
          }
        : {
            rightSection: (
              <Kbd className={classes.hint} aria-hidden>
                {LIST_SEARCH_KEY}
              </Kbd>
            ),
            rightSectionWidth: 36,
            rightSectionPointerEvents: 'none',
          })}
      value={search}
      maxLength={200}
      onChange={(event) => setSearch(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && tab === 'search') endSearch();
      }}
    />
  );
}
