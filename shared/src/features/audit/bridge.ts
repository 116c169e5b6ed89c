import { z } from 'zod';
import { method } from '../../contract/method.ts';

/** What a screen cannot ask of the server itself, because it is bytes. */
export const AUDIT_METHODS = {
  /** The entries of a filter as a file, and where the screen fetches it, once. ERR_OFFLINE without a network. */
  'audit.export': method(
    z.object({
      searchParam: z.string().optional(),
      userId: z.int().optional(),
      entity: z.string().optional(),
      onlyReading: z.literal(true).optional(),
      from: z.string().optional(),
      to: z.string().optional(),
    }),
    z.object({ url: z.string(), name: z.string() }),
  ),
} as const;
