import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { CURRENCIES } from '../../money/currency.ts';
import {
  webhookContact,
  webhookEnvelope,
  webhookMessage,
  webhookTicket,
} from '../responders/webhook-envelope.ts';
import { ticketEvent } from '../ticket-timeline/event.ts';
import { WEBHOOK_EVENTS } from './row.ts';

export { WEBHOOK_EVENTS, type WebhookEventType } from './row.ts';

/** A type that no program takes for something that has happened. */
export const TRIAL_EVENT = 'balcao.trial';

export const MAX_WEBHOOKS = 20;

/** Why a ticket or a contact is gone. */
export const DELETED_FOR = ['retention', 'erasure', 'hand'] as const;
export type DeletedFor = (typeof DELETED_FOR)[number];

const named = z.object({ id, name: z.string() });
const { company, sequence } = webhookEnvelope.shape.data.shape;

/** What is told to a webhook: the envelope of integrations, with null for what the event is not about. */
export const webhookEvent = webhookEnvelope.extend({
  type: z.enum([...WEBHOOK_EVENTS, TRIAL_EVENT]),
  data: z.object({
    company,
    ticket: webhookTicket.extend({ user: named.nullable() }).nullable(),
    contact: webhookContact.nullable(),
    message: webhookMessage
      .extend({
        /**
         * The address is null while the file is not there yet. Where a company keeps files for a time of its own, no event
         * tells that one is gone: the address answers so, and `GET /retention` says after how many months.
         */
        media: z.object({ url: z.url().nullable(), mime: z.string(), name: z.string() }).nullable(),
        fromMe: z.boolean(),
        /** Why it was not sent. */
        error: z.string().nullable(),
      })
      .nullable(),
    /** What happened to the ticket, as its conversation says it. */
    change: ticketEvent.nullable(),
    connection: named
      .extend({ number: z.string().nullable(), status: z.string(), reason: z.string().nullable() })
      .nullable(),
    campaign: named.nullable(),
    /** `value` is in cents. */
    payment: z
      .object({
        id,
        detail: z.string(),
        value: z.int(),
        currency: z.enum(CURRENCIES),
        dueDate: z.iso.date(),
      })
      .nullable(),
    /**
     * The ticket or contact that is gone, by its id alone: because of its age (`retention`), because the person has asked for
     * it (`erasure`), or by somebody's hand, also into another one.
     */
    deleted: z.object({ id, reason: z.enum(DELETED_FOR) }).nullable(),
    /**
     * Counts what this webhook was told of the ticket, from 1 on and without a hole; 0 where there is no ticket. What
     * failed twice lets the next ones pass: they may arrive in another order.
     */
    sequence,
  }),
});
export type WebhookEvent = z.output<typeof webhookEvent>;
