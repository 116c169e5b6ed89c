import { z } from 'zod';
import { id, instant, searchParam, uuid } from '../../contract/fields.ts';

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** What a program outside was told, or is to be told. */
export const delivery = z.object({
  id: uuid,
  /** The type in its envelope, for example `message.received`. */
  event: z.string(),
  /** Null: it is of no ticket. The ticket may be gone. */
  ticketId: id.nullable(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  /** The HTTP status of the last answer; null: there was none. */
  status: z.int().nullable(),
  /** Why the last try was none, for people. */
  reason: z.string(),
  durationMs: z.int().nullable(),
  createdAt: instant,
  triedAt: instant.nullable(),
});
export type Delivery = z.output<typeof delivery>;

export const deliveryDetails = delivery.extend({
  /** What was sent, byte for byte, and the beginning of what came back. */
  payload: z.string(),
  answer: z.string(),
});
export type DeliveryDetails = z.output<typeof deliveryDetails>;

/** Which ones, the newest first. */
export const deliveryFilter = z.object({
  state: z.enum(DELIVERY_STATES).optional(),
  event: z.string().trim().max(100).optional(),
  /** The number of a ticket. */
  searchParam,
  /** The id of the last one seen. */
  after: uuid.optional(),
});
export type DeliveryFilter = z.output<typeof deliveryFilter>;

export const deliveryPage = z.object({
  deliveries: z.array(delivery),
  hasMore: z.boolean(),
  next: uuid.nullable(),
});

/** What became of what one integration or webhook was told, as long as it is kept. */
export const deliverySummary = z.object({
  /** Whose it is. */
  id,
  /** When something last arrived there; null: nothing has. */
  deliveredAt: instant.nullable(),
  /** What was given up; from `MAX_COUNTED_FAILURES` on it is not counted further. */
  failed: z.int(),
});
export type DeliverySummary = z.output<typeof deliverySummary>;

export const deliverySummaries = z.object({ summaries: z.array(deliverySummary) });
