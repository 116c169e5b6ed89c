import { z } from 'zod';
import { id, instant } from '../../contract/fields.ts';
import { byName, feedRow } from '../../contract/row.ts';

/** What a webhook may be told of, by what it is about. */
export const WEBHOOK_EVENTS = [
  'ticket.created',
  'ticket.accepted',
  'ticket.transferred',
  'ticket.closed',
  'ticket.rated',
  'ticket.deleted',
  'automation.applied',
  'sla.breached',
  'message.received',
  'message.sent',
  'message.delivered',
  'message.read',
  'message.failed',
  'contact.created',
  'contact.changed',
  'contact.deleted',
  'connection.up',
  'connection.down',
  'campaign.finished',
  'payment.received',
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];

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

/** Webhooks are a matter of those who manage them: programs hear of everything else. */
export const webhookRow = feedRow('webhook', webhook, {
  id: 'number',
  live: [],
  order: byName,
  path: 'webhooks',
});
