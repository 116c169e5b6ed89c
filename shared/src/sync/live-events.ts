/** Every event of a company. Chats have no entity yet: theirs is silent until they have. */
export const LIVE_EVENT_NAMES = [
  'whatsapp',
  'whatsappSession',
  'user',
  'queue',
  'contact',
  'ticket',
  'appMessage',
  'quick-message',
  'tag',
  'schedule',
  'prompt',
  'queueIntegration',
  'campaign',
  'file',
  'auth',
  'chat',
  'payment',
  'ContactList',
  'ContactListItem',
] as const;
export type LiveEventName = (typeof LIVE_EVENT_NAMES)[number];

/** The event as programs receive it. */
export const liveEventName = (companyId: number, name: LiveEventName) =>
  `company-${companyId}-${name}` as const;

/** The one event that is the same for all companies; silent until there are announcements. */
export const ANNOUNCEMENT_EVENT = 'company-announcement';

export interface LiveEvent {
  event: ReturnType<typeof liveEventName> | typeof ANNOUNCEMENT_EVENT;
  /** An unknown record that is updated has come into view. `CONCLUIDA`: an invoice is paid. */
  action: 'create' | 'update' | 'delete' | 'CONCLUIDA';
  /** The row as REST returns it; `{ id }` when it is gone or no longer visible. */
  record: object;
}
