import { z } from 'zod';
import { id, uuid } from '../../contract/fields.ts';

/** A list of one's own, kept on this computer: the bridge's calls of the to-do page. */

const nothing = z.null();

/** The conversation that it is about, under the name that the contact had. */
const about = z.object({ ticketUuid: uuid, contactName: z.string().max(500) });
/** The day by which it is to be done, on this computer's calendar (YYYY-MM-DD). */
const dueOn = z.iso.date().nullable();

const todo = z.object({ id, text: z.string(), done: z.boolean(), dueOn, about: about.nullable() });
export type Todo = z.output<typeof todo>;
/** Empty text is ignored by the screen. */
export const MAX_TODO_CHARS = 2_000;
const todoText = z.string().trim().min(1).max(MAX_TODO_CHARS);

export const TODO_METHODS = {
  'todos.list': { input: nothing, output: z.array(todo), shows: ['todo'] },
  /** `key` is the screen's, so that it is added once. */
  'todos.add': {
    input: z.object({
      key: uuid,
      userId: id,
      text: todoText,
      dueOn: dueOn.default(null),
      about: about.nullable().default(null),
    }),
    output: nothing,
  },
  'todos.update': {
    input: z.object({ id, text: todoText.optional(), done: z.boolean().optional(), dueOn: dueOn.optional() }),
    output: nothing,
  },
  'todos.remove': { input: z.object({ id }), output: nothing },
} as const;
