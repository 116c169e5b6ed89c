import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { MessageKey } from '@balcao/shared/contract/message-key.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { archivedName } from './archived-name.ts';
import { type LedgerFile, type LedgerMessage, listAfter } from './conversation-documents.repo.ts';
import type { Conversation } from './conversation-documents.service.ts';
import { createPages } from './pages.ts';
import { TEXTS } from './texts.ts';
import type { KeptFile } from './write-message.ts';

interface Deps {
  db: Database;
  storage: Storage;
}

interface Entry {
  name: string;
  input: string | AsyncIterable<Uint8Array>;
  lastModified: Date;
}

/** Browsers show and print so much at once: about 1,500 messages. */
const PAGE_CHARS = 2_000_000;
const SUMS = 'SHA256SUMS.txt';

/** `conversa Maria.zip` */
export const archiveName = ({ language, contact }: Conversation): string =>
  `${TEXTS[language].document.fileName} ${displayName(contact)}.zip`;

/**
 * What is in the archive, made as it is taken: files come before the page that names their hashes. No more than some
 * messages, a page and a piece of a file is in memory; the list of hashes alone grows.
 */
export async function* entriesOf(deps: Deps, conversation: Conversation): AsyncGenerator<Entry> {
  const { language, at } = conversation;
  const { folder } = TEXTS[language].document;
  const pages = createPages(conversation);
  const files = new Map<string, KeptFile>();
  const sums: string[] = [];

  function page(isLast: boolean): Entry {
    const { name, html } = pages.end(isLast ? { files: sums.length - pages.count() } : null);
    sums.push(`${createHash('sha256').update(html).digest('hex')}  ${name}\n`);
    return { name, input: html, lastModified: at };
  }

  for await (const message of messagesOf(deps.db, conversation)) {
    if (pages.length() > PAGE_CHARS) yield page(false);
    const { file, createdAt } = message;
    const isNew = file !== null && !files.has(file.id);
    if (isNew) {
      const name = `${folder}/${archivedName(files.size + 1, file)}`;
      const sha256 = yield* bytesOf(deps.storage, file, { name, lastModified: createdAt });
      files.set(file.id, { name, sha256 });
      if (sha256 !== null) sums.push(`${sha256}  ${name}\n`);
    }
    pages.add(message, (file && files.get(file.id)) ?? null);
  }
  yield page(true);
  yield { name: SUMS, input: sums.join(''), lastModified: at };
}

async function* messagesOf(db: Database, { actor, contactId }: Conversation): AsyncGenerator<LedgerMessage> {
  for (let after: MessageKey | null = null; ; ) {
    const from: MessageKey | null = after;
    const messages: LedgerMessage[] = await db.readReplica(actor.companyId, (tx) =>
      listAfter(tx, actor, contactId, from),
    );
    yield* messages;
    const last = messages.at(-1);
    if (!last) return;
    after = { createdAt: last.createdAt.toISOString(), id: last.id };
  }
}

/** @returns the hash of what was taken; null when there is nothing to take */
async function* bytesOf(
  storage: Storage,
  { path }: LedgerFile,
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

async function* hashed(bytes: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
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
