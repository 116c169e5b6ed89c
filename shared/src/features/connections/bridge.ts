import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { method, nothing } from '../../contract/method.ts';
import { connection } from './row.ts';

export const CONNECTION_METHODS = {
  'connections.start': method(z.object({ id }), connection),
  /** `number`: by a code that is typed into the phone, instead of a QR code. */
  'connections.renew': method(z.object({ id, number: z.string().optional() }), connection),
  'connections.end': method(z.object({ id }), connection),
  'connections.remove': method(z.object({ id }), nothing),
} as const;
