import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { type BoardFilter, boardFilter } from '@balcao/shared/bridge/kanban.ts';
import { Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { QueryView } from '../../components/query-view.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useBridge } from '../../kit/bridge-context.tsx';
import { bridgeKey } from '../../kit/bridge-query.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { Board } from './board.tsx';
import { BoardFilterButton } from './board-filter.tsx';
import classes from './kanban.module.css';

interface Props {
  user: SessionUser;
  Peek: ComponentType<{ user: SessionUser }>;
}

/** One's own tickets and the waiting ones, until somebody who sees all chooses others. */
const START: BoardFilter = boardFilter.parse({ all: false });

/** Tickets under way as cards in lanes, and beside them the conversation that is looked at. */
export function KanbanPage({ user, Peek }: Props) {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState(START);
  const bridge = useBridge();
  const input = { search, filter };
  const board = useQuery({
    queryKey: bridgeKey('kanban.board', input),
    queryFn: () => bridge.invoke('kanban.board', input),
    placeholderData: keepPreviousData,
  });
  return (
    <div className={classes.root}>
      <div className={classes.page}>
        <header className={classes.head}>
          <div className={classes.title}>
            <Title order={1} size="h2">
              {t('kanban:title')}
            </Title>
            <Text className={classes.subtitle}>{t('kanban:subtitle')}</Text>
          </div>
          <div className={classes.tools}>
            <SearchField label={t('kanban:search')} onSearch={setSearch} />
            <BoardFilterButton user={user} filter={filter} start={START} onChange={setFilter} />
          </div>
        </header>
        <QueryView query={board}>{({ lanes }) => <Board user={user} lanes={lanes} />}</QueryView>
      </div>
      <Peek user={user} />
    </div>
  );
}
