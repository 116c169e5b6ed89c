import type { MailDraft } from '../messages/mail-envelope.ts';

export interface KeptFile {
  mediaId: string;
  caption: string;
}

export interface Written {
  body: string;
  note: string;
  quotedMsgId: string | null;
  mail: MailDraft | null;
  files: readonly KeptFile[];
}

/** Compares the content, whichever of the two texts is open. */
export const isSameDraft = (one: Written, other: Written): boolean =>
  one.body === other.body &&
  one.note === other.note &&
  one.quotedMsgId === other.quotedMsgId &&
  isSameMail(one.mail, other.mail) &&
  isSameFiles(one.files, other.files);

export const isSameMail = (one: MailDraft | null, other: MailDraft | null): boolean =>
  one?.subject === other?.subject && one?.cc === other?.cc && one?.bcc === other?.bcc;

export const isSameFiles = (some: readonly KeptFile[], others: readonly KeptFile[]): boolean =>
  some.length === others.length &&
  some.every(
    ({ mediaId, caption }, place) => others[place]?.mediaId === mediaId && others[place].caption === caption,
  );
