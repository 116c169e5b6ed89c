import { z } from 'zod';
import { id, uuid } from '../fields.ts';

/** A list of one's own, kept on this computer: the bridge's calls of the to-do page. */

const nothing = z.null();

const todo = z.object({ id, text: z.string(), done: z.boolean() });
export type Todo = z.output<typeof todo>;
/** Empty text is ignored by the screen. */
const todoText = z.string().trim().min(1).max(2_000);

export const TODO_METHODS = {
  'todos.list': { input: nothing, output: z.array(todo) },
  /** `key` is the screen's, so that it is added once. */
  'todos.add': { input: z.object({ key: uuid, userId: id, text: todoText }), output: nothing },
  'todos.update': {
    input: z.object({ id, text: todoText.optional(), done: z.boolean().optional() }),
    output: nothing,
  },
  'todos.remove': { input: z.object({ id }), output: nothing },
} as const;
