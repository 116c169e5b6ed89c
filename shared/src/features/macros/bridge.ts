import { z } from 'zod';
import { method } from '../../contract/method.ts';
import { macroMutations } from './commands.ts';

export const MACRO_METHODS = {
  /**
   * Uses it on a ticket. `lines`: what it writes, as the agent saw it. What no customer hears is held for some seconds, in
   * which it can be taken back (`tickets.undo`): `undoable` says so.
   */
  'macros.run': method(
    macroMutations['macro.run'].args.omit({ seenAt: true }),
    z.object({ undoable: z.boolean() }),
  ),
} as const;
