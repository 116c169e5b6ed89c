import type { Todo } from '@balcao/shared/features/todolist/bridge.ts';
import { useEffect, useState } from 'react';
import { dayOf, QUICK_TIMES } from '../../../renderer/kit/send-time.ts';
import { serverNow } from '../../../renderer/kit/server-now.ts';

const LOOK_MS = 60_000;

/** It is for today, or should be done already. */
export const isDue = ({ done, dueOn }: Pick<Todo, 'done' | 'dueOn'>, today: string): boolean =>
  !done && dueOn !== null && dueOn <= today;

/** Open ones by their day, those without one after them; then what is done. */
export function inOrder(todos: readonly Todo[]): Todo[] {
  const rank = ({ done, dueOn }: Todo) => (done ? '~' : (dueOn ?? '^'));
  return todos.toSorted((a, b) => (rank(a) < rank(b) ? -1 : Number(rank(a) > rank(b))));
}

export interface DayChoice {
  name: 'today' | 'tomorrow' | 'monday';
  day: string;
}

/** What is offered at this moment; no day twice. */
export function dayChoices(now: Date): DayChoice[] {
  const tomorrow = QUICK_TIMES.tomorrow(now).day ?? '';
  const monday = QUICK_TIMES.monday(now).day ?? '';
  return [
    { name: 'today', day: dayOf(now) },
    { name: 'tomorrow', day: tomorrow },
    ...(monday === tomorrow ? [] : [{ name: 'monday', day: monday } as const]),
  ];
}

/** The day that it is here (YYYY-MM-DD), also after midnight. */
export function useToday(): string {
  const [today, setToday] = useState(() => dayOf(serverNow()));
  useEffect(() => {
    const timer = setInterval(() => setToday(dayOf(serverNow())), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return today;
}
