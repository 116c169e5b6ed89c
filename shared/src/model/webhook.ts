import { z } from 'zod';
import { WEBHOOK_EVENTS } from '../domain/webhook-event.ts';
import { id, instant } from '../fields.ts';

/** An address that is told what happens in a company; for those who manage it. */
export const webhook = z.object({
  id,
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  active: z.boolean(),
  /** Since when nothing has reached it; null: the last try did. */
  failingSince: instant.nullable(),
  /** When the server switched it off for that; null: it did not. */
  failedAt: instant.nullable(),
});
export type WebhookRow = z.output<typeof webhook>;
