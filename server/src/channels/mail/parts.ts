import type { MailNote } from '@balcao/shared/features/messages/card.ts';
import type { MessageStructureObject } from 'imapflow';

/** A file of a mail, by its place in it. */
export interface MailPart {
  part: string;
  mime: string;
  name: string;
  /** Bytes, about: what is written in base64 is longer. */
  size: number | null;
  /** How HTML of the same mail names it; empty: it does not. */
  cid: string;
}

/** What a mail is made of, within bounds. */
export interface MailParts {
  plain: MailPart[];
  html: MailPart[];
  files: MailPart[];
  /** What a mail server says of a mail of ours, and the headers of that. */
  report: { status: MailPart; original: MailPart | null } | null;
  notes: MailNote[];
}

const MAX_DEPTH = 30;
const MAX_NODES = 300;
const MAX_FILES = 30;
const MAX_TEXTS = 5;
const NAME_CHARS = 200;

/** Signatures of programs: they prove something to programs, and say nothing to people. */
const SILENT = new Set([
  'application/pgp-signature',
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
]);

/** @param root undefined: the server did not say, or nobody could read it */
export function partsOf(root: MessageStructureObject | undefined): MailParts {
  const parts: MailParts = { plain: [], html: [], files: [], report: null, notes: [] };
  if (!root) return { ...parts, notes: ['unreadable'] };
  const waiting = [{ node: root, depth: 0 }];
  let seen = 0;
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { node, depth } = next;
    seen += 1;
    if (seen > MAX_NODES || depth > MAX_DEPTH) {
      note(parts, 'cut');
      break;
    }
    if (node.type === 'multipart/encrypted') note(parts, 'encrypted');
    // A mail inside of this one is a file.
    const isWhole = node.type.startsWith('multipart/') && node.childNodes;
    if (isWhole)
      waiting.unshift(...(node.childNodes ?? []).map((child) => ({ node: child, depth: depth + 1 })));
    else sort(parts, node);
  }
  return parts;
}

function sort(parts: MailParts, node: MessageStructureObject): void {
  const mime = node.type.toLowerCase();
  const file = partOf(node, mime);
  if (SILENT.has(mime) || mime === 'application/pgp-encrypted') return;
  if (mime === 'message/delivery-status') {
    parts.report = { status: file, original: parts.report?.original ?? null };
    return;
  }
  if (parts.report && (mime === 'message/rfc822' || mime === 'text/rfc822-headers')) {
    parts.report.original = file;
    return;
  }
  const isShown = node.disposition !== 'attachment';
  if (isShown && mime === 'text/plain' && parts.plain.length < MAX_TEXTS) parts.plain.push(file);
  else if (isShown && mime === 'text/html' && parts.html.length < MAX_TEXTS) parts.html.push(file);
  else if (parts.files.length >= MAX_FILES) note(parts, 'cut');
  else parts.files.push(noted(parts, file, node));
}

function noted(parts: MailParts, file: MailPart, node: MessageStructureObject): MailPart {
  if (file.mime === 'text/calendar' || file.mime === 'application/ics') {
    note(parts, 'invitation');
    return { ...file, name: file.name || 'invite.ics' };
  }
  if (file.mime === 'application/ms-tnef' || file.name.toLowerCase() === 'winmail.dat') {
    note(parts, 'winmail');
    return { ...file, name: file.name || 'winmail.dat' };
  }
  if (/^application\/(?:x-)?pkcs7-mime$/.test(file.mime)) {
    note(parts, 'encrypted');
    return { ...file, name: file.name || 'smime.p7m' };
  }
  if (file.mime === 'message/rfc822') {
    const subject = node.envelope?.subject?.trim();
    return { ...file, name: file.name || `${clean(subject ?? '').slice(0, 100) || 'mail'}.eml` };
  }
  return file;
}

function note(parts: MailParts, one: MailNote): void {
  if (!parts.notes.includes(one)) parts.notes.push(one);
}

function partOf(node: MessageStructureObject, mime: string): MailPart {
  const name = clean(node.dispositionParameters?.filename ?? node.parameters?.name ?? '');
  const size = node.size ?? null;
  return {
    // The only part of a mail that has no others.
    part: node.part ?? '1',
    mime: /^[\w.+-]+\/[\w.+-]+$/.test(mime) ? mime : 'application/octet-stream',
    name: (name.split(/[/\\]/).at(-1) ?? '').slice(-NAME_CHARS),
    size: size !== null && node.encoding?.toLowerCase() === 'base64' ? Math.floor((size * 3) / 4) : size,
    cid: clean(node.id ?? '').replace(/^<|>$/g, ''),
  };
}

/** Strangers write it: no half characters, no signs that only programs read. */
export const clean = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
