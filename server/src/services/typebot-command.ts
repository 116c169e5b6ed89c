import { z } from 'zod';
import type { Wish } from './reply.ts';

/** What a bubble commands; or why nobody understands it, which is for the log and not for the customer. */
export type TypebotCommand = { wish: Wish } | { problem: string };

/** Zero-width characters and marks of direction, which come along when a command is pasted. */
const INVISIBLE = /[\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF\u00AD]/g;
/** Signs of formatted text: no command contains them. */
const SIGNS = /[*_~`\\]/g;
/** `#{…}`, also as the words of a link. */
const COMMAND = /^\[?\s*#\s*(\{.*\})\s*\]?\s*(?:\(\S*\))?$/s;

const yes = z.union([z.boolean(), z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })]);
const number = z
  .union([
    z.int(),
    z
      .string()
      .trim()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .refine((value) => value > 0);

const content = z.object({
  stopBot: yes.optional(),
  closeTicket: yes.optional(),
  queueId: number.nullish(),
  userId: number.nullish(),
});

/** Reads a bubble whose whole text is `#` and JSON. Null: it is a text like any other. */
export function readCommand(text: string): TypebotCommand | null {
  const plain = text
    .replaceAll(INVISIBLE, '')
    .replaceAll(SIGNS, '')
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (!/^\[?\s*#\s*\{/.test(plain)) return null;
  const [, json = ''] = COMMAND.exec(plain) ?? [];
  const parsed = content.safeParse(jsonIn(json));
  if (!parsed.success) return { problem: `${plain.slice(0, 200)} is no command` };
  const { stopBot, closeTicket, queueId, userId } = parsed.data;
  if (queueId != null) return { wish: { kind: 'transfer', queueId, userId: userId ?? null } };
  if (closeTicket) return { wish: { kind: 'close' } };
  if (stopBot && userId == null) return { wish: { kind: 'stop' } };
  return { problem: `${plain.slice(0, 200)} commands nothing` };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
