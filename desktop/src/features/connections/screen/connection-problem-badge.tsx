import { useDebouncedValue } from '@mantine/hooks';
import { ProblemBadge } from '../../../renderer/components/nav-badge.tsx';
import { CONNECTION_WARNING_DELAY_MS } from '../../../renderer/kit/limits.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** Looks again only after things have been still for 2 s, so that a passing "opening" raises no alarm. */
export function ConnectionProblemBadge() {
  const { t } = useTexts();
  const { data: connections } = useRows('connection');
  const problem = connections?.some((connection) => connection.status !== 'connected') ?? false;
  const [settled] = useDebouncedValue(problem, CONNECTION_WARNING_DELAY_MS);
  return settled ? <ProblemBadge label={t('connections:problem')} /> : null;
}
