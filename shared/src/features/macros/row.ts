import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { feedRow } from '../../contract/row.ts';
import { LIMITS } from '../automations/limits.ts';
import { SHARED_EFFECTS } from '../automations/rule.ts';

/** What a macro does: what rules do, and what needs somebody who does it. */
const macroEffect = z.discriminatedUnion('kind', [
  ...SHARED_EFFECTS,
  /** It becomes the conversation of whoever uses the macro. */
  z.object({ kind: z.literal('take') }),
]);
export type MacroEffect = z.output<typeof macroEffect>;
export const macroEffects = z.array(macroEffect).min(1).max(LIMITS.effects);

/** Several deeds under a name, done to a conversation at once by whoever chooses it. */
export const macro = z.object({
  id,
  name: z.string(),
  /** Everybody's; otherwise its author's alone. */
  team: z.boolean(),
  /** The author; null when the person is gone. */
  userId: id.nullable(),
  effects: macroEffects,
  /** Another one with each change of what it does: what people have not seen is not done in their name. */
  version: z.int(),
});
export type MacroRow = z.output<typeof macro>;

export const macroRow = feedRow('macro', macro, {
  id: 'number',
  live: [],
  // The team's come first.
  order: (a, b) => Number(b.team) - Number(a.team) || a.name.localeCompare(b.name),
  path: 'macros',
});
