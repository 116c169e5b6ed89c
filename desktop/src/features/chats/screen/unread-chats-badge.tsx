import { CountBadge } from '../../../renderer/components/nav-badge.tsx';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

export function UnreadChatsBadge() {
  const { t } = useTexts();
  const { data } = useBridgeQuery('chats.list', { search: '' });
  const count = data?.unread ?? 0;
  return <CountBadge count={count} label={t('chats:unread', { count })} />;
}
