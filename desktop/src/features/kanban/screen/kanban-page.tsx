import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { SearchField } from '../../../renderer/components/search-field.tsx';
import { useBridge } from '../../../renderer/kit/bridge-context.tsx';
import { bridgeKey } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { Board } from './board.tsx';
import { BoardFilterButton, OwnCardsChip } from './board-filter.tsx';
import classes from './kanban.module.css';
import { useBoardView } from './use-board-view.ts';

interface Props {
  user: SessionUser;
  Peek: ComponentType<{ user: SessionUser }>;
}

/** Tickets under way as cards in lanes, and beside them the conversation that is looked at. */
export function KanbanPage({ user, Peek }: Props) {
  const { t } = useTexts();
  const { search, filter, start, change } = useBoardView(user);
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
            <SearchField
              label={t('kanban:search')}
              initial={search}
              onSearch={(search) => change({ search })}
            />
            <BoardFilterButton
              user={user}
              filter={filter}
              start={start}
              onChange={(filter) => change({ filter })}
            />
          </div>
        </header>
        <OwnCardsChip filter={filter} start={start} onChange={(filter) => change({ filter })} />
        <QueryView query={board}>{({ lanes }) => <Board user={user} lanes={lanes} />}</QueryView>
      </div>
      <Peek user={user} />
    </div>
  );
}
