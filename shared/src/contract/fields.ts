import { z } from 'zod';
import type { ErrorName } from './error-entry.ts';

/** Fields that several contracts share, each with its bounds in one place. */
export const id = z.int().positive().max(Number.MAX_SAFE_INTEGER);
/** An id in a path or query, where everything is text. */
export const idText = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number);
export const uuid = z.guid();
/** No clock is wrong by more, not even one that treats its local time as UTC. */
const AHEAD_MS = 24 * 60 * 60 * 1_000;
/**
 * The id of a message, made by the caller: UUIDv7, because searches go by the time that ids begin with. One from the
 * future would stay at the top of them until then.
 */
export const newMessageId = z.uuidv7().refine((made) => !(timeOf(made) > Date.now() + AHEAD_MS));
const timeOf = (made: string) => Number.parseInt(made.slice(0, 13).replace('-', ''), 16);
export const instant = z.iso.datetime({ offset: true });
export const pageNumber = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number)
  .optional();
export const searchParam = z.string().trim().max(200).optional();
/** Yes or no in an address. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
/** A page of an administrative list, or `all` for the choices of a select. */
export const listPage = z
  .union([
    z.literal('all'),
    z
      .string()
      .regex(/^\d{1,6}$/)
      .transform(Number),
  ])
  .optional();
export const email = z.email().max(254).toLowerCase();
/** A colour in CSS notation, 3 to 9 characters. */
export const color = z
  .string()
  .trim()
  .min(3)
  .max(9)
  .regex(/^(#[\da-f]{3,8}|[a-z]{3,9})$/i)
  .toLowerCase();

/** JSON inside a query string: so lists come in the address. */
export const jsonText = <T extends z.ZodType>(value: T) =>
  z
    .string()
    .max(2_000)
    .transform((text, ctx) => {
      const parsed = value.safeParse(parseJson(text));
      if (parsed.success) return parsed.data;
      ctx.addIssue({ code: 'custom', message: 'JSON of another form' });
      return z.NEVER;
    });
export const listText = <T extends z.ZodType>(item: T) => jsonText(z.array(item));
export const idListText = listText(id);

/** A row's place in a list by name: an answer's `next`, for the `after` of the next request. */
export const placeByName = jsonText(z.tuple([z.string().max(200), id])).optional();
/** The same in a list by time. */
export const placeByTime = jsonText(z.tuple([instant, id])).optional();

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The language of what a company's customers read without an agent writing it. */
export const language = z.enum(['pt', 'en', 'es']);

/** A code of the catalogue. A newer server may answer one that this program does not know yet. */
export const errorCode = z.custom<ErrorName>(
  (value) => typeof value === 'string' && /^ERR_[A-Z\d_]{1,60}$/.test(value),
);
