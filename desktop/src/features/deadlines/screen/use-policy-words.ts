import { DEADLINE_KINDS } from '@balcao/shared/features/deadlines/deadline.ts';
import type { DeadlinePolicyRow } from '@balcao/shared/features/deadlines/row.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** What a policy says, in words. */
export function usePolicyWords() {
  const { t } = useTexts();
  const format = useFormat();
  const { data: queues = [] } = useRows('queue');
  const { data: tags = [] } = useRows('tag');
  const { data: connections = [] } = useRows('connection');
  const namesOf = (rows: readonly { id: number; name: string }[], ids: readonly number[]) =>
    ids.map((id) => rows.find((row) => row.id === id)?.name ?? t('deadlines:gone'));
  /** Of several units only those that it has: 1 h 30 min. */
  const time = (minutes: number) => {
    const [days, hours, rest] = [
      Math.floor(minutes / 1_440),
      Math.floor((minutes % 1_440) / 60),
      minutes % 60,
    ];
    return [days * 1_440, hours * 60, rest]
      .filter((part) => part > 0)
      .map((part) => format.duration(part, 'narrow'))
      .join(' ');
  };
  return {
    times: ({ targets, businessHours }: DeadlinePolicyRow) =>
      [
        ...DEADLINE_KINDS.flatMap((kind) => {
          const minutes = targets[kind];
          return minutes === null
            ? []
            : [t('deadlines:within', { kind: t(`deadlines:kind.${kind}`), time: time(minutes) })];
        }),
        ...(businessHours ? [t('deadlines:hoursOnly')] : []),
      ].join(' · '),
    tickets({ tickets: { queueIds, tagIds, connectionIds, contact } }: DeadlinePolicyRow) {
      const parts = [
        namesOf(queues, queueIds).join(', '),
        namesOf(tags, tagIds).join(', '),
        namesOf(connections, connectionIds).join(', '),
        contact ? `${contact.field}: ${contact.value}` : '',
      ].filter(Boolean);
      return parts.length > 0 ? parts.join(' · ') : t('deadlines:everything');
    },
  };
}
