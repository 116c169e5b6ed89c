import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { ConnectionRow } from '@balcao/shared/features/connections/row.ts';
import { narrows } from '@balcao/shared/features/ticket-list/filter.ts';
import { can } from '@balcao/shared/permissions.ts';
import { Button } from '@mantine/core';
import {
  IconArchive,
  IconBrandWhatsapp,
  IconClockPause,
  IconCoffee,
  IconFilterOff,
  IconMessages,
  IconRobot,
  IconSearch,
  IconSearchOff,
  IconUsersGroup,
} from '@tabler/icons-react';
import { Link } from 'wouter';
import { StateView } from '../../../renderer/components/state-view.tsx';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { linkPath } from '../../../renderer/kit/link-path.ts';
import { useTicketsView } from '../../../renderer/kit/tickets-view.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { useListView } from './use-list-view.ts';
import type { ListQuery } from './use-ticket-list.ts';

const ICONS = { open: IconMessages, pending: IconCoffee, closed: IconArchive };
const ASIDE_ICONS = { snoozed: IconClockPause, chatbot: IconRobot };

interface Props {
  user: SessionUser;
  query: ListQuery;
}

/** Explains why the list is empty, and what to do about it. */
export function EmptyTickets({ user, query: { tab, search, filter } }: Props) {
  const { t } = useTexts();
  const { data: counts } = useBridgeQuery('tickets.counts', null);
  const unlinked = useNoPhone(user);
  if (tab === 'search' && search)
    return (
      <StateView
        role="status"
        icon={IconSearchOff}
        title={t('tickets:empty.search')}
        hint={t('tickets:empty.searchHint', { search })}
      />
    );
  if (narrows(filter)) return <NothingLeft />;
  if (tab === 'search')
    return (
      <StateView
        role="status"
        icon={IconSearch}
        title={t('tickets:tabs.search')}
        hint={t('tickets:search')}
      />
    );
  if (tab === 'snoozed' || tab === 'chatbot')
    return (
      <StateView
        role="status"
        icon={ASIDE_ICONS[tab]}
        title={t(`tickets:empty.${tab}`)}
        hint={t(`tickets:empty.${tab}Hint`)}
      />
    );
  const status = tab;
  if (unlinked && status !== 'closed') return <NoPhone connections={unlinked} />;
  if (hasNoQueue(user) && status !== 'closed')
    return (
      <StateView
        role="status"
        icon={IconUsersGroup}
        title={t('tickets:empty.noQueue')}
        hint={t('tickets:empty.noQueueHint')}
      />
    );
  const somebodyWaits = status === 'open' && (counts?.pending ?? 0) > 0;
  return (
    <StateView
      role="status"
      icon={ICONS[status]}
      title={t(`tickets:empty.${status}`)}
      hint={t(somebodyWaits ? 'tickets:empty.waitingHint' : `tickets:empty.${status}Hint`)}
      action={somebodyWaits ? <GoToPending /> : null}
    />
  );
}

/** The filter is remembered, so it may be one of last week. */
function NothingLeft() {
  const { t } = useTexts();
  const { clearFilter } = useListView();
  return (
    <StateView
      role="status"
      icon={IconFilterOff}
      title={t('tickets:empty.filter')}
      hint={t('tickets:empty.filterHint')}
      action={
        <Button variant="light" onClick={clearFilter}>
          {t('tickets:filter.clear')}
        </Button>
      }
    />
  );
}

function GoToPending() {
  const { t } = useTexts();
  const { show } = useTicketsView();
  return (
    <Button variant="light" onClick={() => show('pending')}>
      {t('tickets:empty.goPending')}
    </Button>
  );
}

function NoPhone({ connections }: { connections: readonly ConnectionRow[] }) {
  const { t } = useTexts();
  return (
    <StateView
      role="status"
      icon={IconBrandWhatsapp}
      title={t('tickets:empty.noPhone')}
      hint={t('tickets:empty.noPhoneHint')}
      action={
        <Button component={Link} href={linkPath(connections)}>
          {t('tickets:empty.goConnections')}
        </Button>
      }
    />
  );
}

/** No waiting ticket can ever reach this user: ordinary users see only those of their queues. */
const hasNoQueue = (user: SessionUser) =>
  user.queues.length === 0 && user.allTicket !== 'enable' && !can(user, 'tickets:viewAll');

/** The connections, when customers cannot write by any and this person can change that. */
function useNoPhone(user: SessionUser): ConnectionRow[] | null {
  const mayChange = can(user, 'connections:manage');
  const { data } = useRows('connection', { enabled: mayChange });
  // Cached rows from before the user lost the right are no longer theirs.
  return mayChange && data?.every(({ status }) => status !== 'connected') ? data : null;
}
