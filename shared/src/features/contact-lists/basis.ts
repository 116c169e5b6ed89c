import { z } from 'zod';

/** On what grounds a company writes to the people of a list of its own accord. */

export const BASIS_WORDS = { min: 2, max: 200 } as const;
const words = z.string().trim().min(BASIS_WORDS.min).max(BASIS_WORDS.max);

/** Clocks differ, and so do days on the earth. */
const AHEAD_MS = 24 * 60 * 60 * 1_000;
const pastDay = z.iso.date().refine((day) => day >= '1970' && Date.parse(day) <= Date.now() + AHEAD_MS);

export const listBasis = z.discriminatedUnion('kind', [
  /** They buy from the company already. */
  z.object({ kind: z.literal('customer') }),
  /** They have said yes: when at the latest, and where. */
  z.object({ kind: z.literal('consent'), givenOn: pastDay, source: words }),
  z.object({ kind: z.literal('other'), words }),
]);
export type ListBasis = z.output<typeof listBasis>;

export const BASIS_KINDS = ['consent', 'customer', 'other'] as const satisfies readonly ListBasis['kind'][];

/** As rows and answers carry it, which know no choice between shapes. Null: nobody has stated it. */
export const statedBasis = z
  .object({
    kind: z.enum(BASIS_KINDS),
    givenOn: z.iso.date().optional(),
    source: z.string().optional(),
    words: z.string().optional(),
  })
  .nullable();
export type StatedBasis = z.output<typeof statedBasis>;
