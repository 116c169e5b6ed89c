import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Secrets } from '../../platform/secrets.ts';

/** What somebody has asked for, as it stands in a line: no name and no address. */
const wishSchema = z.object({
  id: z.uuid(),
  company: z.int(),
  kind: z.enum(['optOut', 'optIn', 'erasure']),
  at: z.coerce.date(),
  saidBy: z.enum(['contact', 'person']).nullable(),
  /** Keyed hashes of what messengers know the person by. */
  hashes: z.array(z.string().regex(/^[0-9a-f]+$/)),
  /** Of an erasure: contacts, as they were numbered and made then. */
  contacts: z.array(z.object({ id: z.int(), createdAt: z.string() })),
});
export type Wish = z.output<typeof wishSchema>;

const lineSchema = z.object({ line: z.int(), wish: wishSchema.nullable() });

/** A line, and what the next one is chained to. */
export interface End {
  line: number;
  signature: string;
}

/** Signs a text together with the signature before it. */
export type Sign = (text: string, before: string) => string;

/** By a key of its own, which only this installation has. */
export function createSign(secrets: Pick<Secrets, 'derive'>): Sign {
  const key = secrets.derive('wishes of people');
  return (text, before) => createHmac('sha256', key).update(`${before}\n${text}`).digest('hex');
}

/** @param wishes null: a line that only begins the log */
export function writeLines(
  sign: Sign,
  after: End,
  wishes: readonly (Wish | null)[],
): { text: string; end: End } {
  let end = after;
  let text = '';
  for (const wish of wishes) {
    const line = JSON.stringify({ line: end.line + 1, wish });
    end = { line: end.line + 1, signature: sign(line, end.signature) };
    text += `${line} ${end.signature}\n`;
  }
  return { text, end };
}

/** Undefined: it is not what was written there, or not after that. */
export function readLines(sign: Sign, after: End, text: string): { wishes: Wish[]; end: End } | undefined {
  let end = after;
  const wishes: Wish[] = [];
  for (const whole of text.split('\n').slice(0, -1)) {
    const at = whole.lastIndexOf(' ');
    const [line, signature] = [whole.slice(0, at), whole.slice(at + 1)];
    if (sign(line, end.signature) !== signature) return;
    const parsed = lineSchema.safeParse(JSON.parse(line));
    if (!parsed.success || parsed.data.line !== end.line + 1) return;
    if (parsed.data.wish) wishes.push(parsed.data.wish);
    end = { line: parsed.data.line, signature };
  }
  return text.endsWith('\n') ? { wishes, end } : undefined;
}
