import { z } from 'zod';
import { id, uuid } from '../api/fields.ts';
import { ENTITY_NAMES } from '../sync/entities.ts';
import { ephemeral } from '../sync/ephemeral.ts';
import { sessionState, settings, syncStatus } from './methods.ts';

/** What the screen hears from the core without asking. */
export const EVENTS = {
  /**
   * Rows changed, by entity; `ticketIds` are the tickets whose messages changed, `contactIds` the contacts whose
   * conversation did. `all` after a bootstrap.
   */
  'db.changed': z.object({
    entities: z.array(z.enum([...ENTITY_NAMES, 'outbox', 'media', 'draft'])),
    ticketIds: z.array(id),
    contactIds: z.array(id),
    all: z.boolean(),
  }),
  'sync.status': syncStatus,
  'session.changed': sessionState,
  'settings.changed': settings,
  /** A customer wrote. The screen plays the sound; the host shows the system's notification. */
  'notification.shown': z.object({
    ticketId: id,
    ticketUuid: uuid,
    title: z.string(),
    body: z.string(),
    sound: z.boolean(),
  }),
  /** Somebody clicked a notification or a link: go there. */
  'navigate.to': z.object({ path: z.string().max(200) }),
  /** Who writes in a conversation and who looks at it; may be lost. */
  'conversation.presence': ephemeral,
  /** A queued command was refused; the text to show comes from the code. */
  'mutation.rejected': z.object({
    ticketId: id.nullable(),
    name: z.string(),
    code: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
} as const;

export type EventName = keyof typeof EVENTS;
export type EventData<E extends EventName> = z.output<(typeof EVENTS)[E]>;
