import { type Declared, FEATURE_ENTRIES, type FeatureName } from '../features.ts';

/** Every event, of rows and of what else the features tell; `{userId}` and `{chatId}` stand for ids. */
export type LiveEventName =
  | Declared<FeatureName, 'rows'>[number]['live'][number]
  | Declared<FeatureName, 'live'>[number];

/** The events of a company. */
export const LIVE_EVENT_NAMES = [
  ...new Set(
    FEATURE_ENTRIES.flatMap(([, { rows = [], live = [] }]) => [...rows.flatMap((row) => row.live), ...live]),
  ),
].filter((name) => name !== 'announcement') as Exclude<LiveEventName, 'announcement'>[];

/** The one event that is the same for all companies. */
export const ANNOUNCEMENT_EVENT = 'company-announcement';

/** The event as programs receive it. @param place the ids that a name is completed with */
export const liveEventName = (
  companyId: number,
  name: LiveEventName,
  place: { userId?: number; chatId?: number | null } = {},
) =>
  name === 'announcement'
    ? ANNOUNCEMENT_EVENT
    : (`company-${companyId}-${name.replace('{userId}', `${place.userId}`).replace('{chatId}', `${place.chatId}`)}` as const);

export interface LiveEvent {
  event: ReturnType<typeof liveEventName>;
  /**
   * An unknown record that is updated has come into view. What is said in a chat has actions of its own, because the
   * others are about the chat itself. `CONCLUIDA`: an invoice is paid.
   */
  action: 'create' | 'update' | 'delete' | 'new-message' | 'update-message' | 'CONCLUIDA';
  /** The row as REST returns it; `{ id }` when it is gone or no longer visible. */
  record: object;
}
