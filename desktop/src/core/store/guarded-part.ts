import type { Tables } from './tables.ts';

/** What is called from outside as it is. */
export type Part =
  | 'tickets'
  | 'messages'
  | 'search'
  | 'contacts'
  | 'schedules'
  | 'mentions'
  | 'articles'
  | 'chats'
  | 'drafts'
  | 'listView'
  | 'serverClock'
  | 'offlineTime'
  | 'keptAnswers';

type Method = (...args: unknown[]) => unknown;
type Guard = (work: (tables: Tables) => unknown) => unknown;

/** A part whose every call goes through a guard, and to the tables that are open then: a damaged cache is replaced. */
export function guarded<P extends Part>(
  tables: Tables,
  part: P,
  guardOf: (method: keyof Tables[P]) => Guard,
): Tables[P] {
  const methodOf = (current: Tables, name: string) =>
    (current[part] as unknown as Record<string, Method>)[name] as Method;
  const call =
    (name: string): Method =>
    (...args) =>
      guardOf(name as keyof Tables[P])((current) => methodOf(current, name)(...args));
  return Object.fromEntries(
    Object.keys(tables[part]).map((name) => [name, call(name)]),
  ) as unknown as Tables[P];
}
