import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { StateView } from '../../../renderer/components/state-view.tsx';
import { useThrownText } from '../../../renderer/kit/error-text.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { useTicketTable } from '../../../renderer/kit/use-ticket-table.ts';
import { EmptyTickets } from './empty-tickets.tsx';
import { TableHead } from './rows/table-head.tsx';
import { TicketRows } from './rows/ticket-rows.tsx';
import { TicketSkeletons } from './ticket-skeletons.tsx';
import { isWhole } from './use-list-query.ts';
import { asksNothing, useShownTickets } from './use-shown-tickets.ts';
import type { ListQuery } from './use-ticket-list.ts';

interface Props {
  user: SessionUser;
  query: ListQuery;
}

/** The tickets of a tab, or why there are none. */
export function TicketList({ user, query }: Props) {
  const { t } = useTexts();
  const thrownText = useThrownText();
  const { isShown: isTable } = useTicketTable(user);
  const { list, found, isUnreachable, ids, hasMore, onEnd } = useShownTickets(query);
  const seeds = useMemo(() => [...found.tickets, ...(list.first ?? [])], [found.tickets, list.first]);

  if (asksNothing(query)) return <EmptyTickets user={user} query={query} />;
  if (list.isPending) return <TicketSkeletons user={user} />;
  if (list.isError && !list.data)
    return (
      <StateView
        role="alert"
        icon={IconAlertTriangle}
        title={t('common:loadFailed')}
        hint={thrownText(list.error)}
        action={
          <Button variant="default" onClick={() => void list.refetch()}>
            {t('common:retry')}
          </Button>
        }
      />
    );
  if (list.ids.length + found.tickets.length === 0 && !found.isLoading && !isUnreachable)
    return <EmptyTickets user={user} query={query} />;
  return (
    <>
      {isTable ? <TableHead isOrdered={isWhole(query.tab)} /> : null}
      <TicketRows
        // Another choice or order is another list, and begins at its top.
        key={JSON.stringify([query.filter, query.order ?? query.sort])}
        newestFirst={
          query.sort === 'newest' && !query.order && query.tab !== 'search' && query.tab !== 'snoozed'
        }
        readsAhead={query.tab === 'open'}
        user={user}
        ids={ids}
        seeds={seeds}
        hasMore={hasMore}
        onEnd={onEnd}
      />
    </>
  );
}
