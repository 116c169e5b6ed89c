import { useRows } from '../../../kit/use-rows.ts';
import { useTexts } from '../../../kit/use-texts.ts';

interface Choice {
  /** Null: none. */
  id: number | null;
  name: string;
}

const NONE: Choice[] = [];

/** What the lists can be narrowed to. All of it is in the cache, so it is there without a network too. */
export function useFilterChoices(): Record<'queueIds' | 'tagIds' | 'userIds', readonly Choice[]> {
  const { t } = useTexts();
  const { data: queues = NONE } = useRows('queue');
  const { data: userIds = NONE } = useRows('user');
  const { data: tagIds = NONE } = useRows('tag');
  return { queueIds: [...queues, { id: null, name: t('tickets:noQueue') }], tagIds, userIds };
}
