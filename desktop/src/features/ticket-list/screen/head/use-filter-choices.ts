import { useRows } from '../../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';

interface Choice {
  /** Null: none. */
  id: number | null;
  name: string;
}

const NONE: Choice[] = [];

/** The choices of the list filters. All of them are in the cache, so they work without a network too. */
export function useFilterChoices(): Record<
  'queueIds' | 'tagIds' | 'userIds' | 'connectionIds',
  readonly Choice[]
> {
  const { t } = useTexts();
  const { data: queues = NONE } = useRows('queue');
  const { data: userIds = NONE } = useRows('user');
  const { data: tagIds = NONE } = useRows('tag');
  const { data: connectionIds = NONE } = useRows('connection');
  return { queueIds: [...queues, { id: null, name: t('tickets:noQueue') }], tagIds, userIds, connectionIds };
}
