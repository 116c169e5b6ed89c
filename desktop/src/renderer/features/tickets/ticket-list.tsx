import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useThrownText } from '../../app/error-text.ts';
import { useTexts } from '../../app/use-texts.ts';
import { StateView } from '../../components/state-view.tsx';
import { EmptyTickets } from './empty-tickets.tsx';
import { TicketRows } from './list/ticket-rows.tsx';
import { type ListQuery, useTicketList } from './list/use-ticket-list.ts';
import { TicketSkeletons } from './ticket-skeletons.tsx';

interface Props {
  user: SessionUser;
  query: ListQuery;
  openUuid: string | null;
}

/** The tickets of a tab, or why there are none. */
export function TicketList({ user, query, openUuid }: Props) {
  const { t } = useTexts();
  const thrownText = useThrownText();
  const list = useTicketList(query);

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
  if (list.ids.length === 0) return <EmptyTickets user={user} query={query} />;
  return (
    <TicketRows
      user={user}
      openUuid={openUuid}
      ids={list.ids}
      first={list.first}
      hasMore={list.hasMore}
      onEnd={list.more}
    />
  );
}
