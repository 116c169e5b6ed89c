import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { narrows } from '@balcao/shared/domain/ticket-filter.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useThrownText } from '../../app/error-text.ts';
import { useTexts } from '../../app/use-texts.ts';
import { StateView } from '../../components/state-view.tsx';
import { EmptyTickets } from './empty-tickets.tsx';
import { HEADINGS } from './list/headings.ts';
import { TicketRows } from './list/ticket-rows.tsx';
import { useFoundTickets } from './list/use-found-tickets.ts';
import { type ListQuery, useTicketList } from './list/use-ticket-list.ts';
import { TicketSkeletons } from './ticket-skeletons.tsx';

interface Props {
  user: SessionUser;
  query: ListQuery;
}

/** The tickets of a tab, or why there are none. */
export function TicketList({ user, query }: Props) {
  const { t } = useTexts();
  const thrownText = useThrownText();
  const asksNothing = query.tab === 'search' && query.search === '' && !narrows(query.filter);
  const list = useTicketList(query, !asksNothing);
  const found = useFoundTickets(query, list.ids);
  const { enabled, tickets, isLoading, isUnreachable } = found;
  const ids = useMemo(
    () => (enabled ? withSections(list.ids, { tickets, isLoading, isUnreachable }) : list.ids),
    [list.ids, enabled, tickets, isLoading, isUnreachable],
  );
  const seeds = useMemo(() => [...tickets, ...(list.first ?? [])], [tickets, list.first]);

  if (asksNothing) return <EmptyTickets user={user} query={query} />;
  if (list.isPending) return <TicketSkeletons />;
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
  if (list.ids.length + tickets.length === 0 && !isLoading && !isUnreachable)
    return <EmptyTickets user={user} query={query} />;
  return (
    <TicketRows
      // Another choice or order is another list, and begins at its top.
      key={JSON.stringify([query.filter, query.sort])}
      newestFirst={query.sort === 'newest' && query.tab !== 'search'}
      readsAhead={query.tab === 'open'}
      user={user}
      ids={ids}
      seeds={seeds}
      hasMore={list.hasMore || found.hasMore}
      onEnd={found.hasMore ? found.more : list.more}
    />
  );
}

type Found = Pick<ReturnType<typeof useFoundTickets>, 'tickets' | 'isLoading' | 'isUnreachable'>;

/** What is on this computer, then what the server adds, each under its heading. */
function withSections(local: number[], found: Found): number[] {
  const more = found.tickets.map(({ id }) => id);
  return [
    ...(local.length > 0 ? [HEADINGS.here, ...local] : []),
    ...(more.length > 0 ? [HEADINGS.server, ...more] : []),
    ...(found.isUnreachable ? [HEADINGS.unreachable] : found.isLoading ? [HEADINGS.loading] : []),
  ];
}
