import type { ChannelEvent } from '../channel.ts';
import { HEAD_BYTES, idsIn } from './heads.ts';
import { refusalOf } from './smtp.ts';

/** What it says to people; many say only there what went wrong. */
const WORDS_CHARS = 4_000;

/**
 * What became of a mail of ours, as a mail server reports it (RFC 3464): it could not be brought. Null for a delay, for a
 * success, and for a report that names no mail.
 *
 * @param status its part for programs
 * @param original the head of the mail that it is about
 * @param words its part for people
 */
export function bounceOf(
  status: string,
  original: string,
  words: string,
): Extract<ChannelEvent, { kind: 'message.failed' }> | null {
  const report = status.slice(0, HEAD_BYTES);
  if (!/^action:\s*failed/im.test(report)) return null;
  const ids = idsIn(fieldOf(original.slice(0, HEAD_BYTES), 'message-id'));
  if (ids.length === 0) return null;
  const why = `${fieldOf(report, 'status')} ${fieldOf(report, 'diagnostic-code')} ${words.slice(0, WORDS_CHARS)}`;
  return { kind: 'message.failed', ids, code: refusalOf(why) };
}

/** A field of a head, with the lines that go on with it. */
const fieldOf = (head: string, name: string): string =>
  new RegExp(`^${name}:([^\\n]*(?:\\n[ \\t][^\\n]*)*)`, 'im')
    .exec(head)?.[1]
    ?.replaceAll(/\s+/g, ' ')
    .trim() ?? '';
