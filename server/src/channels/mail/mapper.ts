import { CARD_LIMITS, type MailNote } from '@balcao/shared/features/messages/card.ts';
import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import { cardOfDraft } from '../card-parts.ts';
import type {
  ChannelEvent,
  ChatAddress,
  InboundContent,
  InboundMessage,
  MailPage,
  MediaContent,
} from '../channel.ts';
import type { MailHead } from './heads.ts';
import type { MailPart } from './parts.ts';
import type { MailText } from './text.ts';

/** A mail that was read. */
export interface ReadMail extends MailText {
  head: MailHead;
  files: readonly MailPart[];
  notes: readonly MailNote[];
  /** How it looks; null where its words say all of it. */
  page: MailPage | null;
  /** Whose conversation it belongs to, by the address: whoever had a copy may answer there too. */
  person: string;
  /** When the mailbox got it. */
  at: Date;
}

/** Where a file of a mail is fetched from: by its number, and by its Message-ID once the mailbox has moved. */
export interface FileSource {
  id: string;
  uid: number;
  uidValidity: number;
  part: string;
}

/** A Message-ID has no blank: what stands behind one is the number of a file of that mail. */
export const mailIdOf = (messageId: string): string => messageId.split(' ')[0] ?? '';

/** The id of the message that a file of a mail becomes. */
const fileIdOf = (messageId: string, place: number): string => `${mailIdOf(messageId)} ${place}`;

const chatWith = (address: string): ChatAddress => ({
  kind: 'direct',
  identities: [{ kind: 'email', value: address }],
});

/**
 * A mail is one message with its words and its card, and one more for each file, whose ids are made of the mail's: so
 * files are shown, searched, kept and let go like all others, and a process that ends in between stores the rest when the
 * mail is read again. The mail counts as read when all of them are stored.
 */
export function eventsOf(mail: ReadMail, origin: { uid: number; uidValidity: number }): ChannelEvent[] {
  const { head, files } = mail;
  return [
    messageOf(mail, head.id, wordsOf(mail)),
    ...files.map((file, index) =>
      messageOf(
        mail,
        fileIdOf(head.id, index + 1),
        fileOf(file, { id: head.id, part: file.part, ...origin }),
      ),
    ),
  ];
}

function messageOf({ head, at, person }: ReadMail, id: string, content: InboundContent): ChannelEvent {
  const message: InboundMessage = {
    chat: chatWith(person),
    ref: { id, fromMe: false, participant: '' },
    authorName: head.from.address === person ? head.from.name : '',
    content,
    // A file stands beside words that say what they answer; where a program answers, it may stand alone.
    quotedId: content.kind === 'text' || head.isAutomatic ? (head.answers[0] ?? null) : null,
    quotedText: '',
    forwarded: false,
    referral: null,
    at,
    ...(head.isAutomatic ? { isAutomatic: true } : {}),
  };
  return { kind: 'message.received', message };
}

function wordsOf({ head, text, quoted, signature, notes, page, person }: ReadMail): InboundContent {
  const { to, subject, isAutomatic, from } = head;
  // Whoever answers here answers both.
  const cc = from.address === person ? head.cc : [from.address, ...head.cc.filter((one) => one !== person)];
  const isCut = subject.length + 2 + text.length > MESSAGE_MAX_CHARS;
  const said: MailNote[] = [
    ...notes,
    ...(isAutomatic ? (['automatic'] as const) : []),
    ...(isCut ? (['cut'] as const) : []),
  ];
  const card = cardOfDraft('mail', { title: subject });
  const mail = {
    from: from.address === person ? '' : from.address,
    to: to.slice(0, CARD_LIMITS.addresses),
    cc: cc.slice(0, CARD_LIMITS.addresses),
    quoted: plain(quoted, CARD_LIMITS.quoted),
    signature: plain(signature, CARD_LIMITS.signature),
    notes: [...new Set(said)],
    ...(page ? { hasPage: true } : {}),
  };
  const words = plain([subject, text].filter(Boolean).join('\n\n'), MESSAGE_MAX_CHARS);
  const content = { text: words, said: plain(text, MESSAGE_MAX_CHARS), card: { ...card, mail } };
  return { kind: 'text', ...content, ...(page ? { page } : {}) };
}

function fileOf({ mime, name, size }: MailPart, source: FileSource): MediaContent {
  return {
    kind: kindOf(mime),
    text: '',
    mime,
    fileName: name,
    size,
    sha256: null,
    width: null,
    height: null,
    seconds: null,
    voice: false,
    waveform: null,
    source: Buffer.from(JSON.stringify(source)),
  };
}

function kindOf(mime: string): MediaContent['kind'] {
  const sort = mime.split('/')[0];
  if (mime === 'image/svg+xml') return 'document';
  return sort === 'image' || sort === 'video' || sort === 'audio' ? sort : 'document';
}

/** Nothing that a text of PostgreSQL cannot hold, and no half characters. */
const plain = (text: string, most: number): string => text.replaceAll('\0', '').slice(0, most).toWellFormed();
