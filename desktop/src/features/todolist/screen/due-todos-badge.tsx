import { CountBadge } from '../../../renderer/components/nav-badge.tsx';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { isDue, useToday } from './due.ts';

export function DueTodosBadge() {
  const { t } = useTexts();
  const { data: todos } = useBridgeQuery('todos.list', null);
  const today = useToday();
  const count = todos?.filter((todo) => isDue(todo, today)).length ?? 0;
  return <CountBadge count={count} label={t('todolist:due', { count })} />;
}
