import { CountBadge } from '../../../renderer/components/nav-badge.tsx';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

export function UnreadTicketsBadge() {
  const { t } = useTexts();
  const { data: counts } = useBridgeQuery('tickets.counts', null);
  const count = counts?.unread ?? 0;
  return <CountBadge count={count} label={t('tickets:unreadTickets', { count })} />;
}
