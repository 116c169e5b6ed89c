import { z } from 'zod';
import { id } from '../contract/fields.ts';
import { updateState } from '../features/updates/bridge.ts';
import { ENTITY_NAMES } from '../sync/entities.ts';
import { ephemeral } from '../sync/ephemeral.ts';
import { sessionState, settings, syncStatus } from './methods.ts';

/** The events that the core sends to the screen. */
export const EVENTS = {
  /**
   * Rows changed, by entity; `ticketIds` are the tickets that changed or whose messages did, also those that only the
   * server has, `contactIds` the contacts that changed or whose conversation did. `all` after a bootstrap.
   */
  'db.changed': z.object({
    entities: z.array(z.enum([...ENTITY_NAMES, 'outbox', 'media', 'draft', 'todo'])),
    ticketIds: z.array(id),
    contactIds: z.array(id),
    all: z.boolean(),
  }),
  'sync.status': syncStatus,
  'session.changed': sessionState,
  'settings.changed': settings,
  'updates.changed': updateState,
  /**
   * A notice for an agent who may look elsewhere. The screen plays the sound, and shows it where the host cannot;
   * a newer one with the same key takes its place. `path` is where a click on it leads.
   */
  'notification.shown': z.object({
    key: z.string(),
    path: z.string(),
    title: z.string(),
    body: z.string(),
    sound: z.boolean(),
    /** Without a notice there is only the sound. */
    visible: z.boolean(),
  }),
  /** The system did not show it: the screen does. */
  'notification.failed': z.object({ key: z.string() }),
  /** It has been read. */
  'notification.closed': z.object({ key: z.string() }),
  /** A person clicked a notification or a link: go there. */
  'navigate.to': z.object({ path: z.string().max(200) }),
  /** Shows who is typing in a conversation and who looks at it; may be lost. */
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
