import { z } from 'zod';
import { errorCode, instant, uuid } from '../contract/fields.ts';
import { CONNECTION_REASONS, CONNECTION_STATUSES } from '../features/connections/row.ts';
import { MESSAGE_TYPES } from '../features/messages/row.ts';
import { scheduleDraft } from '../features/schedules/bridge.ts';
import { MUTATION_NAMES, type MutationName } from '../sync/commands.ts';

/** The agent's commands that the server has not confirmed: the outbox's calls of the bridge. */

const nothing = z.null();
const mutationName = z.custom<MutationName>((name) => MUTATION_NAMES.some((known) => known === name));

/**
 * Why a command has not been done yet: its author may still take it back, the layer that is down, no space left, a line
 * that is being made, its file is on the way, the server has it and has not answered, or others are before it.
 */
export const OUTBOX_WAITS = [
  'undo',
  'network',
  'server',
  'session',
  'disk',
  'connecting',
  'file',
  'answer',
  'turn',
] as const;
export type OutboxWait = (typeof OUTBOX_WAITS)[number];

const whom = z.object({ ticketUuid: uuid.nullable(), contactName: z.string() });

export const outboxItem = whom.extend({
  /** Its place in the queue, by which it is spoken of; another one after a retry. */
  position: z.int(),
  /** Null: a command of another version of this program, which this one cannot carry out. */
  name: mutationName.nullable(),
  /** When the agent acted, by the server's clock. */
  at: instant,
  /** The words of a message, a note or a change; tags, people and queues by their names. */
  text: z.string(),
  file: z.object({ name: z.string(), type: z.enum(MESSAGE_TYPES), size: z.int(), sent: z.int() }).nullable(),
  /** Null: it was refused, or this version does not understand it. */
  waitsFor: z.enum(OUTBOX_WAITS).nullable(),
  refusal: z
    .object({ code: errorCode, params: z.record(z.string(), z.union([z.string(), z.number()])) })
    .nullable(),
  /** It never left this computer, so that it can still be taken out of the queue. */
  removable: z.boolean(),
  /** Its text can go back to where it was written. */
  editable: z.boolean(),
  /** It was refused and can be opened in its dialog again. */
  schedule: scheduleDraft.nullable(),
});
export type OutboxItem = z.output<typeof outboxItem>;

/** A message that the server has and cannot hand to WhatsApp: the session of its connection is down. */
export const heldUpMessage = whom.extend({
  id: uuid,
  at: instant,
  text: z.string(),
  type: z.enum(MESSAGE_TYPES),
  connection: z.object({
    name: z.string(),
    status: z.enum(CONNECTION_STATUSES),
    reason: z.enum(CONNECTION_REASONS).nullable(),
  }),
});
export type HeldUpMessage = z.output<typeof heldUpMessage>;

const one = z.object({ position: z.int() });

export const OUTBOX_METHODS = {
  /** Refused commands first, then those that wait, each in the order of the queue; at most 500. */
  'outbox.list': {
    input: nothing,
    output: z.object({ items: z.array(outboxItem), heldUp: z.array(heldUpMessage) }),
    shows: ['connection', 'outbox', 'message', 'media'],
  },
  /** A refused command takes its place at the end of the queue again. ERR_NO_COMMAND_FOUND: it is gone meanwhile. */
  'outbox.retry': { input: one, output: nothing },
  /** Takes a command out of the queue for good. ERR_COMMAND_SENT: it may be done already. */
  'outbox.remove': { input: one, output: nothing },
  /** Its text and its file go back into the draft, before the current text. Errors as of `outbox.remove`. */
  'outbox.edit': { input: one, output: z.object({ ticketUuid: uuid }) },
  /** Takes everything away that was refused. */
  'outbox.clear': { input: nothing, output: nothing },
} as const;
