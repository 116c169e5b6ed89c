import type { Readable } from 'node:stream';
import type { CredentialsOf } from '@balcao/shared/features/connections/credentials.ts';
import { vcardLine } from '@balcao/shared/features/contacts/vcard/read-vcards.ts';
import { answerSubject } from '@balcao/shared/features/messages/mail-envelope.ts';
import { type Block, type Piece, parseBlocks, withoutMarks } from '@balcao/shared/text/rich-text.ts';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import {
  ChannelError,
  type ChatAddress,
  type OutgoingFile,
  type OutgoingMessage,
  type Unsubscribe,
} from '../channel.ts';
import { mailIdOf } from './mapper.ts';

const keptFile = z.object({ name: z.string(), mime: z.string() });

/** What a message's row keeps of it while it waits. */
const prepared = z.object({
  subject: z.string(),
  /** With our marks. */
  text: z.string(),
  cc: z.array(z.string()),
  bcc: z.array(z.string()).default([]),
  /** Message-IDs: what it answers, and what that answered. */
  answers: z.string().nullable(),
  before: z.string().nullable(),
  isAutomatic: z.boolean(),
  file: keptFile.nullable(),
  attached: z.array(keptFile).default([]),
  unsubscribe: z
    .object({ link: z.string().nullable(), word: z.string(), line: z.string() })
    .nullable()
    .default(null),
});
type Prepared = z.output<typeof prepared>;

/** Most mail servers take no mail of more than 25 MB, in which a file is longer by a third. */
const MAX_FILE_BYTES = 18 * 1024 * 1024;
const SUBJECT_CHARS = 78;

/** @throws ChannelError `too_large` for files that no mail carries */
export function prepareMessage(
  message: OutgoingMessage,
  { address, fromName }: Pick<CredentialsOf<'mail'>, 'address' | 'fromName'>,
): Uint8Array {
  const { thread, quoted, mail, isAutomatic = false, attached = [], unsubscribe = null } = message;
  const text = [wordsOf(message.content), ...attached.map((file) => file.text)].filter(Boolean).join('\n\n');
  const file = 'open' in message.content ? message.content : null;
  const bytes = [file, ...attached].reduce((sum, one) => sum + (one?.size ?? 0), 0);
  if (bytes > MAX_FILE_BYTES) throw new ChannelError('too_large', `${bytes} bytes`);
  const subject =
    mail?.subject || answerSubject(thread?.subject ?? '') || firstLine(text) || fromName || address;
  const kept: Prepared = {
    subject,
    text,
    // A program answers whoever wrote, and nobody else.
    cc: isAutomatic ? [] : (mail?.cc ?? thread?.cc ?? []).filter((one) => one !== address),
    bcc: mail?.bcc ?? [],
    answers: quoted ? mailIdOf(quoted.ref.id) : (thread?.id ?? null),
    before: thread?.before ?? null,
    isAutomatic,
    file: file && keptOf(file),
    attached: attached.map(keptOf),
    unsubscribe,
  };
  return Buffer.from(JSON.stringify(kept));
}

const keptOf = ({ fileName, mime }: OutgoingFile) => ({ name: fileName, mime });

const firstLine = (text: string): string =>
  (withoutMarks(text).trim().split('\n')[0] ?? '').slice(0, SUBJECT_CHARS);

function wordsOf(content: OutgoingMessage['content']): string {
  switch (content.kind) {
    case 'location':
      return `${content.text}\nhttps://maps.google.com/?q=${content.latitude},${content.longitude}`.trim();
    case 'contacts':
      return content.vcards.map(vcardLine).join('\n');
    case 'edit':
    case 'delete':
    case 'react':
    case 'template':
      throw new ChannelError('unsupported', content.kind);
    default:
      return content.text;
  }
}

/** A mail as it leaves: to whom, and all of its bytes. */
interface Letter {
  to: string[];
  raw: Buffer;
}

/**
 * @param answersTo where answers go; null: to the mailbox's address
 * @throws ChannelError `media_expired` without the files that belong to it, `recipient_not_found` for nobody
 */
export async function compose(
  bytes: Uint8Array,
  {
    id,
    chat,
    files,
    answersTo,
  }: { id: string; chat: ChatAddress; files: readonly OutgoingFile[]; answersTo: string | null },
  { address, fromName, signature }: CredentialsOf<'mail'>,
): Promise<Letter> {
  const kept = prepared.parse(JSON.parse(Buffer.from(bytes).toString()));
  const { text, subject, cc, bcc, answers, before, isAutomatic, unsubscribe } = kept;
  const to = chat.identities.find(({ kind }) => kind === 'email')?.value;
  if (!to) throw new ChannelError('recipient_not_found', 'a contact without an address');
  const named = [...(kept.file ? [kept.file] : []), ...kept.attached];
  if (named.length !== files.length) throw new ChannelError('media_expired', 'a file is not there');
  const copies = cc.filter((one) => one !== to);
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const { message } = await transport.sendMail({
    // An object is one address, whatever stands in it.
    from: { name: fromName, address },
    ...(answersTo === null ? {} : { replyTo: { name: fromName, address: answersTo } }),
    to: { name: '', address: to },
    cc: copies.map((one) => ({ name: '', address: one })),
    subject,
    messageId: `<${id}>`,
    ...(answers ? { inReplyTo: `<${answers}>` } : {}),
    references: [before, answers].flatMap((one) => (one ? `<${mailIdOf(one)}>` : [])),
    headers: {
      ...(isAutomatic ? { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' } : {}),
      ...(unsubscribe ? leavingBy(unsubscribe, answersTo ?? address) : {}),
    },
    text: signed(withoutMarks(text), signature, '\n\n-- \n') + (unsubscribe ? `\n\n${unsubscribe.line}` : ''),
    html:
      signed(htmlOf(text), signature && linesOf(signature), '<br><br>-- <br>') +
      (unsubscribe ? `<br><br><small>${htmlOf(unsubscribe.line)}</small>` : ''),
    attachments: await Promise.all(
      files.map(async (one, place) => ({
        filename: named[place]?.name ?? '',
        contentType: named[place]?.mime ?? one.mime,
        content: await readable(one),
      })),
    ),
  });
  // Who has a blind copy stands in no head.
  return { to: [...new Set([to, ...copies, ...bcc])], raw: message as Buffer };
}

/**
 * By RFC 2369 and RFC 8058: a button in the mail program. No program answers what goes to many.
 *
 * @param answersTo where a mail with the word goes
 */
function leavingBy({ link, word }: Unsubscribe, answersTo: string) {
  const byMail = `<mailto:${answersTo}?subject=${encodeURIComponent(word)}>`;
  // As they stand: folded lines would break an address.
  const asItIs = (value: string) => ({ prepared: true, value });
  return {
    Precedence: 'bulk',
    'List-Unsubscribe': asItIs(link === null ? byMail : `<${link}>, ${byMail}`),
    ...(link === null ? {} : { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
}

const readable = async (file: OutgoingFile) => (await file.open()) as Readable;

const signed = (words: string, signature: string, border: string): string =>
  signature ? `${words}${border}${signature}` : words;

const linesOf = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');

const TAGS = { bold: 'b', italic: 'i', strike: 's' } as const;

/** Our marks as mail programs show them. Nothing that somebody wrote becomes markup. */
const htmlOf = (text: string): string => parseBlocks(text).map(blockHtml).join('<br>');

function blockHtml(block: Block): string {
  if (block.type === 'list') {
    const items = block.items.map((pieces) => `<li>${piecesHtml(pieces)}</li>`).join('');
    return block.start === null ? `<ul>${items}</ul>` : `<ol start="${block.start}">${items}</ol>`;
  }
  const words = piecesHtml(block.pieces);
  return block.type === 'quote' ? `<blockquote>${words}</blockquote>` : words;
}

const piecesHtml = (pieces: readonly Piece[]): string => pieces.map(pieceHtml).join('');

function pieceHtml(piece: Piece): string {
  if ('pieces' in piece) return `<${TAGS[piece.type]}>${piecesHtml(piece.pieces)}</${TAGS[piece.type]}>`;
  const words = linesOf(piece.text);
  if (piece.type === 'code') return `<code>${words}</code>`;
  return piece.type === 'link' ? `<a href="${escapeHtml(piece.href)}">${words}</a>` : words;
}
