import { z } from 'zod';
import { id } from '../../contract/fields.ts';

/** A conversation that a person wants first in their lists. */
export const pin = z.object({
  id: z.string().max(64),
  userId: id,
  ticketId: id,
});
export type PinRow = z.output<typeof pin>;

/** Known before the server has the pin. */
export const pinIdOf = ({ userId, ticketId }: Pick<PinRow, 'userId' | 'ticketId'>): string =>
  `${userId}:${ticketId}`;
