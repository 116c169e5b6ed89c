import type { TicketStatus } from '@balcao/shared/api/tickets.ts';
import { Button } from '@mantine/core';
import { IconArchive, IconCoffee, IconMessages, IconSearchOff } from '@tabler/icons-react';
import { useBridgeQuery } from '../../app/bridge-query.ts';
import { useTexts } from '../../app/use-texts.ts';
import { StateView } from '../../components/state-view.tsx';
import { useTicketsView } from './view-store.ts';

const ICONS = { open: IconMessages, pending: IconCoffee, closed: IconArchive };

export function EmptyTickets({ status, search }: { status: TicketStatus; search: string }) {
  const { t } = useTexts();
  const { show } = useTicketsView();
  const { data: counts } = useBridgeQuery('tickets.counts', null);
  if (search)
    return (
      <StateView
        role="status"
        icon={IconSearchOff}
        title={t('tickets:empty.search')}
        hint={t('tickets:empty.searchHint', { search })}
      />
    );
  const somebodyWaits = status === 'open' && (counts?.pending ?? 0) > 0;
  return (
    <StateView
      role="status"
      icon={ICONS[status]}
      title={t(`tickets:empty.${status}`)}
      hint={t(`tickets:empty.${status}Hint`)}
      action={
        somebodyWaits ? (
          <Button variant="light" onClick={() => show('pending')}>
            {t('tickets:empty.goPending')}
          </Button>
        ) : null
      }
    />
  );
}
