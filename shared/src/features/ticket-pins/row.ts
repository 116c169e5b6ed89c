import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { feedRow } from '../../contract/row.ts';

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

/** Pins are a matter of one person's screens: programs hear nothing of them. */
export const pinRow = feedRow('pin', pin, { id: 'text', live: [] });
