import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { mediaView } from '../media/row.ts';

/** Files of one list. */
export const MAX_LISTED_FILES = 20;

/** A text with files that are sent in this order. A person who sees it may send them. */
export const fileList = z.object({
  id,
  name: z.string(),
  message: z.string(),
  options: z.array(
    z.object({
      id,
      /** Empty: the file's own name says it. */
      name: z.string(),
      /** Null: its file has not come yet. */
      media: mediaView.nullable(),
    }),
  ),
});
export type FileListRow = z.output<typeof fileList>;
