import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

/** What becomes of a request instead of the usual answer. */
export const FAILURE = z.intersection(
  z.object({ times: z.number().int().positive().optional() }),
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('status'),
      status: z.number().int(),
      body: z.unknown().optional(),
      headers: z.record(z.string(), z.string()).optional(),
    }),
    /** The usual answer, late. */
    z.object({ kind: z.literal('slow'), ms: z.number() }),
    z.object({ kind: z.literal('hang') }),
    z.object({ kind: z.literal('drop') }),
    z.object({ kind: z.literal('html') }),
    z.object({ kind: z.literal('empty') }),
    /** More than anybody should hold in memory. */
    z.object({ kind: z.literal('huge') }),
    z.object({ kind: z.literal('redirect'), to: z.string() }),
  ]),
);
/** @property times how many requests it meets; default 1 */
export type Failure = z.infer<typeof FAILURE>;

/** A request as it arrived. */
export interface Asked {
  method: string;
  /** With what stands behind `?`. */
  path: string;
  headers: Record<string, string | string[] | undefined>;
  /** What JSON says, or text; undefined: nothing. */
  body: unknown;
}

/** One service that is played. */
export interface StandIn<Name extends string = string> {
  /** Its addresses begin with `/<name>`. */
  name: Name;
  /** Adds its routes below that. Bodies are bytes, whatever their type; `readJson` and `readForm` read them. */
  start(app: FastifyInstance): { reset(): void };
}

/**
 * @param begin what the service remembers at its beginning, and after a reset
 * @param routes adds its routes, whose paths stand below `/<name>`
 */
export const defineStandIn = <Name extends string, State>(
  name: Name,
  begin: () => State,
  routes: (app: FastifyInstance, state: () => State) => void,
): StandIn<Name> => ({
  name,
  start(app) {
    let state = begin();
    routes(app, () => state);
    return {
      reset() {
        state = begin();
      },
    };
  },
});

/** Undefined for what is no JSON. */
export function readJson(request: FastifyRequest): unknown {
  try {
    return JSON.parse(readText(request));
  } catch {
    return undefined;
  }
}

export const readForm = (request: FastifyRequest): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(readText(request)));

/** A form with at most one file; null for what is no such form. */
export function readMultipart(
  request: FastifyRequest,
): { fields: Record<string, string>; file: { field: string; bytes: Buffer } | null } | null {
  const boundary = /boundary=(.+)$/.exec(String(request.headers['content-type']))?.[1];
  if (!boundary) return null;
  const fields: Record<string, string> = {};
  let file: { field: string; bytes: Buffer } | null = null;
  // Latin-1 keeps each byte one character.
  for (const part of readBytes(request).toString('latin1').split(`--${boundary}`).slice(1, -1)) {
    const end = part.indexOf('\r\n\r\n');
    const [head, body] = [part.slice(0, end), Buffer.from(part.slice(end + 4, -2), 'latin1')];
    const name = /name="([^"]+)"/.exec(head)?.[1] ?? '';
    if (/filename="/.test(head)) file = { field: name, bytes: body };
    else fields[name] = body.toString('utf8');
  }
  return { fields, file };
}

export const readText = (request: FastifyRequest): string => readBytes(request).toString('utf8');

export const readBytes = (request: FastifyRequest): Buffer =>
  Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
