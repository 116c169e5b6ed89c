import {
  type Cause,
  type CauseKind,
  type Condition,
  type ConditionKind,
  TIMED_CAUSES,
} from '@balcao/shared/features/automations/rule.ts';
import { CHANNELS } from '@balcao/shared/features/connections/channel.ts';

/** What a part of a rule is when a person has just chosen its kind. An id of 0 is still to be chosen. */

export function newCause(kind: CauseKind): Cause {
  const timed = TIMED_CAUSES.find((one) => one === kind);
  if (timed) return { kind: timed, minutes: 30 };
  if (kind === 'rated') return { kind, levels: [] };
  if (kind === 'referred') return { kind, kinds: [] };
  if (kind === 'tagged' || kind === 'untagged') return { kind, tagIds: [] };
  if (kind === 'deadlineNear' || kind === 'deadlineMissed') return { kind, deadlines: [] };
  return { kind } as Cause;
}

const CONDITIONS: { [K in ConditionKind]: Omit<Extract<Condition, { kind: K }>, 'kind' | 'not'> } = {
  words: { words: [] },
  queue: { queueIds: [] },
  agent: { userIds: [] },
  tags: { tagIds: [] },
  hours: {},
  status: { statuses: ['pending'] },
  channel: { channels: [CHANNELS[0]] },
  connection: { connectionIds: [] },
  newCustomer: {},
  messages: { atLeast: 3 },
  age: { minutes: 60 },
  field: { field: 'name', name: '', test: 'contains', value: '' },
  origin: { kinds: [] },
  pattern: { pattern: '' },
};
export const CONDITION_KINDS = Object.keys(CONDITIONS) as ConditionKind[];
export const newCondition = (kind: ConditionKind, not = false): Condition =>
  ({ kind, not, ...CONDITIONS[kind] }) as Condition;
