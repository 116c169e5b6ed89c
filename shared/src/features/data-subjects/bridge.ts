import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { method } from '../../contract/method.ts';

/** What a screen cannot ask of the server itself, because it is bytes. */
export const DATA_SUBJECT_METHODS = {
  /** One ZIP of an export, and where the screen fetches it, once. ERR_OFFLINE without a network. */
  'dataSubjects.download': method(
    z.object({ exportId: id, part: z.int().min(1) }),
    z.object({ url: z.string(), name: z.string() }),
  ),
} as const;
