import { createHash } from 'node:crypto';
import { CARD_LIMITS } from '@balcao/shared/features/messages/card.ts';
import { type AddressObject, type HeaderValue, simpleParser } from 'mailparser';
import { clean } from './parts.ts';

/** What the head of a mail says. */
export interface MailHead {
  /** The Message-ID without its brackets; where there is none, one that this very mail always gets. */
  id: string;
  /** Who wants to be answered, which a form on a page says beside its own address. */
  from: { address: string; name: string };
  to: string[];
  cc: string[];
  subject: string;
  /** Message-IDs of what it answers, the nearest one first. */
  answers: string[];
  /** When it was written, as its program says. */
  writtenAt: Date | null;
  /** A program wrote it, or it goes to many: nothing may answer it by itself. */
  isAutomatic: boolean;
}

/** More of a head is not read. */
export const HEAD_BYTES = 64 * 1024;
/** A field with the lines that go on with it. */
const FIELD = /^([!-9;-~]+):([^\n]*(?:\n[ \t][^\n]*)*)/gm;
/** What comes later in a field is not read. */
const FIELD_CHARS = 8 * 1024;
const FIELDS = new Set([
  'from',
  'reply-to',
  'to',
  'cc',
  'subject',
  'message-id',
  'in-reply-to',
  'references',
  'date',
  'auto-submitted',
  'precedence',
  'list-id',
  'list-unsubscribe',
  'x-auto-response-suppress',
  'x-autoreply',
  'x-autorespond',
]);
const ID_CHARS = 250;
const MAX_ANSWERS = 20;
/** A mail that says of nobody that he wrote it. */
const NOBODY = 'unknown@invalid';

/** @param bytes the beginning of a mail: of a longer head than that its beginning is read */
export async function readHead(bytes: Buffer): Promise<MailHead> {
  const head = headOf(bytes);
  const { from, replyTo, to, cc, subject, messageId, inReplyTo, references, date, headers } =
    await simpleParser(Buffer.concat([wanted(head), Buffer.from('\r\n\r\n')]), {
      skipHtmlToText: true,
      skipTextToHtml: true,
      skipTextLinks: true,
      skipImageLinks: true,
    });
  const author = from?.value.find(({ address }) => address);
  // A list wants its answers itself.
  const asked = headers.has('list') ? undefined : replyTo?.value.find(({ address }) => addressIn(address));
  const id = idsIn(messageId)[0];
  const hashed = createHash('sha256').update(head).digest('hex').slice(0, 40);
  return {
    id: id ?? `${hashed}@unnamed.invalid`,
    from: {
      address: addressIn(asked?.address) ?? addressIn(author?.address) ?? NOBODY,
      name: clean(asked?.name || author?.name || '').slice(0, CARD_LIMITS.name),
    },
    to: addressesOf(to),
    cc: addressesOf(cc),
    subject: clean(subject ?? '').slice(0, CARD_LIMITS.title),
    answers: [...new Set([...idsIn(inReplyTo), ...idsIn(references).toReversed()])].slice(0, MAX_ANSWERS),
    writtenAt: date && Number.isFinite(date.getTime()) ? date : null,
    isAutomatic: isAutomatic((name) => headers.get(name)),
  };
}

function headOf(bytes: Buffer): Buffer {
  const ends = ['\r\n\r\n', '\n\n'].map((border) => bytes.indexOf(border)).filter((at) => at !== -1);
  return bytes.subarray(0, Math.min(HEAD_BYTES, ...ends));
}

/** The fields that are read, of each the first: whoever writes thousands of them, or one of a megabyte, gets no further. */
function wanted(head: Buffer): Buffer {
  const found = new Map<string, string>();
  for (const [, name = '', value = ''] of head.toString('latin1').matchAll(FIELD)) {
    const field = name.toLowerCase();
    if (FIELDS.has(field) && !found.has(field))
      found.set(field, value.replaceAll(/\s+/g, ' ').slice(0, FIELD_CHARS));
  }
  return Buffer.from([...found].map(([name, value]) => `${name}:${value}\r\n`).join(''), 'latin1');
}

/** Message-IDs without their brackets. */
export function idsIn(text: string | string[] | undefined): string[] {
  const written = (Array.isArray(text) ? text.join(' ') : (text ?? '')).slice(0, HEAD_BYTES);
  return [...written.matchAll(/<?([^<>\s]{3,998})>?/g)].flatMap(([, id]) =>
    id?.includes('@') ? [short(id)] : [],
  );
}

/** An id longer than any program makes is known by its hash. */
const short = (id: string): string =>
  id.length <= ID_CHARS && !/[^\x21-\x7e]/.test(id)
    ? id
    : `${createHash('sha256').update(id).digest('hex').slice(0, 40)}@long.invalid`;

function addressesOf(fields: AddressObject | AddressObject[] | undefined): string[] {
  const people = [fields ?? []].flat().flatMap(({ value }) => value.flatMap((one) => one.group ?? one));
  const addresses = people.flatMap(({ address }) => addressIn(address) ?? []);
  return [...new Set(addresses)].slice(0, CARD_LIMITS.addresses);
}

/** In small letters: nobody's mail server tells two people apart by them. */
const addressIn = (address: string | undefined): string | null => {
  const known = clean(address ?? '').toLowerCase();
  return /^[^\s@<>,;:"]{1,64}@[^\s@<>,;:"]{1,250}$/.test(known) ? known : null;
};

/** By RFC 3834, and what programs said before it. */
function isAutomatic(header: (name: string) => HeaderValue | undefined): boolean {
  const text = (name: string) => String(header(name) ?? '').toLowerCase();
  const submitted = text('auto-submitted').trim();
  return (
    (submitted !== '' && !submitted.startsWith('no')) ||
    /^(?:bulk|junk|list|auto_reply)/.test(text('precedence').trim()) ||
    ['list', 'list-id', 'x-auto-response-suppress', 'x-autoreply', 'x-autorespond'].some(
      (name) => header(name) !== undefined,
    )
  );
}
