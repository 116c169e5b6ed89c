import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { MessageKey } from '@balcao/shared/contract/message-key.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { archivedName } from './archived-name.ts';
import {
  type Conversation,
  findMailPage,
  type LedgerFile,
  type LedgerMessage,
  listSaid,
} from './conversation-documents.service.ts';
import { createPages } from './pages.ts';
import { createSums, type Entry, type Sums } from './sums.ts';
import { type PageWords, TEXTS } from './texts.ts';
import type { KeptFile, Taken } from './write-message.ts';

interface Deps {
  db: Database;
  storage: Storage;
}

/** How much of a chapter is written. */
export interface Written {
  after: MessageKey | null;
  pages: number;
  messages: number;
  files: number;
}
export const NOTHING_WRITTEN: Written = { after: null, pages: 0, messages: 0, files: 0 };

/** Messages that make pages of their own. */
export interface Chapter {
  conversation: Conversation;
  words: PageWords;
  /** The next ones behind a message, the oldest first; empty: there are no more. */
  listAfter(after: MessageKey | null): Promise<readonly LedgerMessage[]>;
  /** How a mail looks, as cleaned HTML; null: as its words. One at a time: they are long. */
  readMailPage(messageId: string): Promise<string | null>;
  /** `''`, `conversa-12/`. */
  folder: string;
  /** The messages as JSON beside each page. */
  withData: boolean;
}

/** Browsers show and print so much at once: about 1,500 messages. */
const PAGE_CHARS = 2_000_000;

/** `conversa Maria.zip` */
export const archiveName = ({ language, contact }: Conversation): string =>
  `${TEXTS[language].document.fileName} ${displayName(contact)}.zip`;

/** What is in the archive of a conversation, made as it is taken. */
export async function* entriesOf(deps: Deps, conversation: Conversation): AsyncGenerator<Entry> {
  const { actor, contactId, language, at } = conversation;
  const sums = createSums(at);
  const chapter = {
    conversation,
    words: TEXTS[language].document,
    listAfter: (after: MessageKey | null) =>
      deps.db.readReplica(actor.companyId, (tx) => listSaid(tx, actor, contactId, after)),
    readMailPage: (id: string) =>
      deps.db.readReplica(actor.companyId, (tx) => findMailPage(tx, actor.companyId, id)),
    folder: '',
    withData: false,
  };
  yield* writeChapter(deps.storage, chapter, NOTHING_WRITTEN, sums, () => false);
  yield sums.entry('SHA256SUMS.txt');
}

/**
 * The pages of a chapter and its files, made as they are taken: files come before the page that names their hashes. No more
 * than some messages, a page and a piece of a file is in memory; the list of hashes alone grows.
 *
 * @param isFull asked after each message: what is behind it belongs into the next archive
 * @returns where that one begins; null: all of it is written
 */
export async function* writeChapter(
  storage: Storage,
  { conversation, words, listAfter, readMailPage, folder, withData }: Chapter,
  written: Written,
  sums: Sums,
  isFull: () => boolean,
): AsyncGenerator<Entry, Written | null> {
  const { language } = conversation;
  const pages = createPages(conversation, words, written);
  const files = new Map<string, KeptFile>();
  const data: string[] = [];
  let kept = written.files;

  function* page(isLast: boolean): Generator<Entry> {
    const { name, html } = pages.end(isLast ? { files: kept } : null);
    yield sums.text(`${folder}${name}`, html);
    if (withData) yield sums.text(`${folder}${name.replace(/html$/, 'json')}`, `[${data.join(',\n')}]\n`);
    data.length = 0;
  }

  for await (const message of messagesOf(listAfter, written.after)) {
    if (pages.length() > PAGE_CHARS) yield* page(false);
    const { file, createdAt, id } = message;
    if (file !== null && !files.has(file.id)) {
      const name = `${TEXTS[language].document.folder}/${archivedName(kept + 1, file)}`;
      const entry = { name: `${folder}${name}`, lastModified: createdAt };
      const sha256 = yield* bytesOf(storage, file, entry);
      files.set(file.id, { name, sha256 });
      if (sha256 !== null) {
        kept += 1;
        sums.add(entry.name, sha256);
      }
    }
    const html = message.card?.mail?.hasPage ? await readMailPage(id) : null;
    const taken: Taken = { file: (file && files.get(file.id)) ?? null, page: null };
    if (html !== null) {
      const name = `${TEXTS[language].document.folder}/${archivedName(kept + 1, MAIL_PAGE)}`;
      const text = mailPage(html);
      yield { ...sums.text(`${folder}${name}`, text), lastModified: createdAt };
      taken.page = { name, sha256: createHash('sha256').update(text).digest('hex') };
      kept += 1;
    }
    pages.add(message, taken);
    if (withData) data.push(dataOf(message, taken));
    if (isFull()) {
      yield* page(false);
      const after = { createdAt: createdAt.toISOString(), id };
      return { after, pages: pages.count(), messages: pages.messages(), files: kept };
    }
  }
  yield* page(true);
  return null;
}

/** All that is known of a message, with its file as it is in the archive. */
const dataOf = ({ file, ...message }: LedgerMessage, taken: Taken): string =>
  JSON.stringify({
    ...message,
    file: file && { name: file.name, mime: file.mime, taken: taken.file },
    page: taken.page,
  });

const MAIL_PAGE = { name: 'e-mail.html', mime: 'text/html' };

/** Cleaned when it came; should that have missed something, it runs and loads nothing. */
const mailPage = (html: string): string => `<!doctype html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
${html}
`;

async function* messagesOf(
  listAfter: Chapter['listAfter'],
  from: MessageKey | null,
): AsyncGenerator<LedgerMessage> {
  for (let after = from; ; ) {
    const messages: readonly LedgerMessage[] = await listAfter(after);
    yield* messages;
    const last = messages.at(-1);
    if (!last) return;
    after = { createdAt: last.createdAt.toISOString(), id: last.id };
  }
}

/** @returns the hash of what was taken; null when there is nothing to take */
export async function* bytesOf(
  storage: Storage,
  { path }: Pick<LedgerFile, 'path'>,
  entry: Omit<Entry, 'input'>,
): AsyncGenerator<Entry, string | null> {
  const bytes = path === null ? null : await openUnlessGone(storage, path);
  if (!bytes) return null;
  const hash = createHash('sha256');
  try {
    yield { ...entry, input: hashed(bytes, hash) };
  } finally {
    bytes.destroy();
  }
  return hash.digest('hex');
}

export async function* hashed(bytes: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    hash.update(piece);
    yield piece;
  }
}

async function openUnlessGone(storage: Storage, path: string): Promise<Readable | null> {
  try {
    return await storage.open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
