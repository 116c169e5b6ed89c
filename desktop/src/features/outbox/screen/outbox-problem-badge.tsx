import { ProblemBadge } from '../../../renderer/components/nav-badge.tsx';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

export function OutboxProblemBadge() {
  const { t } = useTexts();
  const { data: status } = useBridgeQuery('sync.status', null);
  if (!status?.failed) return null;
  return <ProblemBadge label={t('outbox:problem', { count: status.failed })} />;
}
