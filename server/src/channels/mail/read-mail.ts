import type { ChannelEvent } from '../channel.ts';
import { bounceOf } from './bounces.ts';
import { readHead } from './heads.ts';
import type { Listed, Mailbox } from './mailbox.ts';
import type { ReadMail } from './mapper.ts';
import { pageOf } from './page.ts';
import { type MailPart, type MailParts, partsOf } from './parts.ts';
import { decoded, MAX_HTML_CHARS, readText } from './text.ts';

/** More words of a part are not fetched. A mail may be as large as it likes: its files are fetched one by one. */
const TEXT_BYTES = 256 * 1024;

type Read =
  | { kind: 'mail'; mail: Omit<ReadMail, 'person'> }
  | { kind: 'bounce'; event: ChannelEvent }
  /** Somebody has taken it out of the folder. */
  | { kind: 'gone' };

/**
 * Reads a mail without ever holding all of it.
 *
 * @param options.headOnly it could not be read several times: its head alone is shown
 */
export async function readMail(
  mailbox: Mailbox,
  { uid, at }: Listed,
  options: { headOnly: boolean },
): Promise<Read> {
  const found = await mailbox.open(uid, options);
  if (!found?.source) return { kind: 'gone' };
  const head = await readHead(found.source);
  const parts = partsOf(found.bodyStructure);
  const bounce = parts.report && (await readBounce(mailbox, uid, parts, parts.report));
  if (bounce) return { kind: 'bounce', event: bounce };
  const { page, ...words } = await readWords(mailbox, uid, parts);
  return { kind: 'mail', mail: { head, at, files: parts.files, notes: parts.notes, page, ...words } };
}

async function readWords(mailbox: Mailbox, uid: number, parts: MailParts) {
  const plain = await textOf(mailbox, uid, parts.plain);
  const html = parts.html.length > 0 ? await textOf(mailbox, uid, parts.html) : null;
  const isOfHtml = plain.trim() === '' && html !== null;
  const isLong = [...parts.plain, ...(isOfHtml ? parts.html : [])].some(
    ({ size }) => (size ?? 0) > TEXT_BYTES,
  );
  const isCut = isLong || (isOfHtml && html.length > MAX_HTML_CHARS);
  if (isCut && !parts.notes.includes('cut')) parts.notes.push('cut');
  return { ...readText(plain, html), page: html === null ? null : pageOf(html, parts.files) };
}

async function textOf(mailbox: Mailbox, uid: number, parts: readonly MailPart[]): Promise<string> {
  const read = await mailbox.read(
    uid,
    parts.map(({ part }) => part),
    TEXT_BYTES,
  );
  return parts
    .flatMap(({ part }) => {
      const { bytes, charset } = read.get(part) ?? {};
      return bytes ? decoded(bytes, charset) : [];
    })
    .join('\n\n');
}

async function readBounce(
  mailbox: Mailbox,
  uid: number,
  { plain }: MailParts,
  { status, original }: NonNullable<MailParts['report']>,
): Promise<ChannelEvent | null> {
  const said = await textOf(mailbox, uid, [status]);
  const about = original ? await textOf(mailbox, uid, [original]) : '';
  return bounceOf(said, about, await textOf(mailbox, uid, plain));
}
