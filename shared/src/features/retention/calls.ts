import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, idText, instant, pageNumber } from '../../contract/fields.ts';
import { months, REASON_MAX_CHARS, RETENTION_KINDS, type RetentionKind } from './kinds.ts';

/** How long a company keeps what, and what must not go. */

const common = { access: 'retention:manage', screen: true } as const;
const kind = z.enum(RETENTION_KINDS);
const count = z.int().min(0);

/** Null: for ever, or for some days (`DAYS_KEPT`). */
const rule = z.object({ kind, months: months.nullable() });
export type RetentionRule = z.output<typeof rule>;

/** How many of each went. */
const gone = z
  .object({
    tickets: count,
    notes: count,
    files: count,
    chats: count,
    campaigns: count,
    audit: count,
    deliveries: count,
    calls: count,
  })
  .partial() satisfies z.ZodType<Partial<Record<RetentionKind, number | undefined>>>;

const night = z.object({
  /** The day, YYYY-MM-DD, in whose small hours it was. */
  night: z.iso.date(),
  /** Null: it goes on, or morning came first; then the next night goes on. */
  endedAt: instant.nullable(),
  gone,
  /** What could not be let go; the server's log says why. */
  failed: count,
  /** Bytes of the company's files. */
  bytesBefore: count,
  /** Null: it has not ended. */
  bytesAfter: count.nullable(),
  /** Bytes of its rows in the database, about: their number by the average of their table. Null: not noted. */
  rowsBefore: count.nullable(),
  rowsAfter: count.nullable(),
});
export type RetentionNight = z.output<typeof night>;

/** Every kind, and the last 30 nights in which something was looked for, the newest first. */
export const getRetention = route({
  ...common,
  method: 'GET',
  path: '/retention',
  response: z.object({ rules: z.array(rule), nights: z.array(night) }),
});

/** From the next night on. ERR_RETENTION_TOO_SHORT for what the law, or the log, needs longer. */
export const setRetention = route({
  ...common,
  method: 'PUT',
  path: '/retention/rules/:kind',
  params: z.object({ kind }),
  body: z.object({ months: months.nullable() }),
  status: 204,
  errors: ['ERR_RETENTION_TOO_SHORT'],
});

/** What would go tonight if so much were kept. `more`: that many are counted, and there are more. */
export const previewRetention = route({
  ...common,
  method: 'GET',
  path: '/retention/preview',
  heavy: true,
  query: z.object({
    kind,
    months: z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number)
      .pipe(months),
  }),
  response: z.object({ count, more: z.boolean() }),
  errors: ['ERR_RETENTION_TOO_SHORT'],
});

const hold = z.object({
  id,
  /** One conversation; null: the whole contact is held. */
  ticketId: id.nullable(),
  contactId: id,
  contactName: z.string(),
  reason: z.string(),
  /** Who holds it, also when that person is gone. */
  userName: z.string(),
  createdAt: instant,
});
export type Hold = z.output<typeof hold>;

/** The newest first. */
export const listHolds = route({
  ...common,
  method: 'GET',
  path: '/retention/holds',
  query: z.object({ pageNumber }),
  response: z.object({ holds: z.array(hold), hasMore: z.boolean() }),
});

const reason = z.object({ reason: z.string().trim().min(1).max(REASON_MAX_CHARS) });

/** Neither the clock nor a person deletes this conversation. */
export const holdTicket = route({
  ...common,
  method: 'POST',
  path: '/retention/holds/tickets/:ticketId',
  params: z.object({ ticketId: idText }),
  body: reason,
  response: hold,
  status: 201,
  errors: ['ERR_NO_TICKET_FOUND', 'ERR_ALREADY_ON_HOLD'],
});

/** Nor this contact, or anything of it. */
export const holdContact = route({
  ...common,
  method: 'POST',
  path: '/retention/holds/contacts/:contactId',
  params: z.object({ contactId: idText }),
  body: reason,
  response: hold,
  status: 201,
  errors: ['ERR_NO_CONTACT_FOUND', 'ERR_ALREADY_ON_HOLD'],
});

export const removeHold = route({
  ...common,
  method: 'DELETE',
  path: '/retention/holds/:holdId',
  params: z.object({ holdId: idText }),
  status: 204,
  errors: ['ERR_NO_HOLD_FOUND'],
});
