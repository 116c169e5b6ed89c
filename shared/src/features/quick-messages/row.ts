import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { mediaView } from '../media/row.ts';

/** What is typed after the slash, as it is kept: without the slash, with single blanks. */
export const plainShortcode = (text: string): string =>
  text
    .replace(/^[\s/]+/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/**
 * A text that agents send by its shortcode. `geral` ones are everybody's, or those of the members of `queueId`; the
 * others their author's alone. Texts may hold message variables (domain/variables.ts).
 */
export const quickMessage = z.object({
  id,
  shortcode: z.string(),
  message: z.string(),
  geral: z.boolean(),
  /** False: kept, but not offered. */
  status: z.boolean(),
  /** The author; null when the person is gone. */
  userId: id.nullable(),
  queueId: id.nullable(),
  /** A file that goes with it. A person who sees the quick message may send it. */
  media: mediaView.nullable(),
});
export type QuickMessageRow = z.output<typeof quickMessage>;
