import { type AssignmentMode, DEFAULT_ASSIGNMENT } from '@balcao/shared/features/assignment/mode.ts';
import type { QueueView } from '@balcao/shared/features/queues/calls.ts';
import { QUEUE_TOKEN_MAX_CHARS } from '@balcao/shared/features/queues/limits.ts';
import { DEFAULT_WAIT_LIMITS } from '@balcao/shared/features/queues/wait-limits.ts';
import { PALETTE } from '@balcao/shared/features/tags/palette.ts';
import { type BusinessHours, DEFAULT_BUSINESS_HOURS } from '@balcao/shared/time/business-hours.ts';
import { useForm } from '@mantine/form';
import type { Bots } from '../../../renderer/components/bot-selects.tsx';
import { isTime } from '../../../renderer/components/business-hours-table.tsx';
import type { AttachedFile } from '../../../renderer/components/file-field.tsx';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

export const TEXTS = ['greetingMessage', 'completionMessage', 'outOfHoursMessage', 'ratingMessage'] as const;

export interface QueueValues
  extends Bots,
    Record<(typeof TEXTS)[number] | 'name' | 'color' | 'token', string> {
  orderQueue: number;
  waitWarnMinutes: number;
  waitLateMinutes: number;
  assignment: AssignmentMode;
  assignmentKnownDays: number;
  overflowQueueId: string | null;
  overflowMinutes: number;
  overflowBusinessHours: boolean;
  connectionIds: string[];
  secondCopy: boolean;
  file: AttachedFile | null;
  hours: BusinessHours;
}

/** What a queue begins with, and when a field is wrong. */
export function useQueueForm(
  queue: QueueView | null,
  taken: ReadonlyMap<string, string>,
  others: readonly QueueView[],
) {
  const { t } = useTexts();
  const rules = useRules();
  const { data: connections = [] } = useRows('connection');
  // A number that leads nowhere yet is most likely what a new queue is made for.
  const unled = connections
    .filter(({ id }) => !others.some(({ connectionIds }) => connectionIds.includes(id)))
    .map(({ id }) => id);
  const time = (value: string) => (isTime(value) ? null : t('settings:hours.wrongTime'));
  const initialValues: QueueValues = {
    name: queue?.name ?? '',
    color: queue?.color ?? PALETTE.find((color) => !taken.has(color)) ?? PALETTE[0],
    orderQueue: queue?.orderQueue ?? 0,
    waitWarnMinutes: (queue ?? DEFAULT_WAIT_LIMITS).waitWarnMinutes,
    waitLateMinutes: (queue ?? DEFAULT_WAIT_LIMITS).waitLateMinutes,
    ...assignmentOf(queue),
    connectionIds: (queue?.connectionIds ?? unled).map(String),
    greetingMessage: queue?.greetingMessage ?? '',
    completionMessage: queue?.completionMessage ?? '',
    outOfHoursMessage: queue?.outOfHoursMessage ?? '',
    ratingMessage: queue?.ratingMessage ?? '',
    token: queue?.token ?? '',
    promptId: queue?.promptId ? String(queue.promptId) : null,
    integrationId: queue?.integrationId ? String(queue.integrationId) : null,
    secondCopy: queue?.secondCopy ?? false,
    file: queue?.media ? { mediaId: queue.media.id, name: queue.media.name } : null,
    hours: queue?.schedules ?? DEFAULT_BUSINESS_HOURS,
  };
  return useForm({
    initialValues,
    validate: {
      name: rules.name,
      color: rules.required,
      orderQueue: (place) => rules.required(String(place)),
      waitWarnMinutes: (minutes) => rules.required(String(minutes)),
      waitLateMinutes: (minutes) => rules.required(String(minutes)),
      assignmentKnownDays: (days) => rules.required(String(days)),
      overflowMinutes: (minutes) => rules.required(String(minutes)),
      token: rules.atMost(QUEUE_TOKEN_MAX_CHARS),
      hours: { startTime: time, endTime: time },
    },
  });
}

function assignmentOf(queue: QueueView | null) {
  const { assignment, assignmentKnownDays, overflowQueueId, overflowMinutes, overflowBusinessHours } =
    queue ?? DEFAULT_ASSIGNMENT;
  return {
    assignment,
    assignmentKnownDays,
    overflowQueueId: overflowQueueId === null ? null : String(overflowQueueId),
    overflowMinutes,
    overflowBusinessHours,
  };
}

export type QueueFields = ReturnType<typeof useQueueForm>;
