/** Every event of a company. */
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
  'company',
  'chat',
  /** The same, under the name of the person who hears it. */
  'chat-user-{userId}',
  /** What is said in one chat, and what becomes of it. */
  'chat-{chatId}',
  'payment',
  'ContactList',
  'ContactListItem',
] as const;
export type LiveEventName = (typeof LIVE_EVENT_NAMES)[number] | 'announcement';

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
