import type { CredentialsOf } from '@balcao/shared/features/connections/credentials.ts';
import { type FetchMessageObject, ImapFlow, type MailboxObject } from 'imapflow';
import type { Log } from '../../platform/log.ts';
import type { FindHost } from '../../platform/outgoing/host-finder.ts';
import { HEAD_BYTES } from './heads.ts';
import { type LogIn, MailboxRefused } from './log-in.ts';

type Credentials = CredentialsOf<'mail'>;

/** A mail as the mailbox lists it. */
export interface Listed {
  uid: number;
  /** When the mailbox got it. */
  at: Date;
}

/** A mailbox whose folder is open. Every call throws when the line is lost. */
export interface Mailbox {
  /** Its server numbers mails anew where this is another one. */
  readonly uidValidity: number;
  /** The number that the next mail gets. */
  readonly uidNext: number;
  /** Mails of higher numbers, the oldest first. Throws when the folder is another one by now. */
  after(uid: number): Promise<Listed[]>;
  /** Mails that it got since that day. */
  since(day: Date): Promise<Listed[]>;
  /** The beginning of a mail and what it is made of; null: it is gone. */
  open(uid: number, options?: { headOnly?: boolean }): Promise<FetchMessageObject | null>;
  /** Parts of a mail, of each so many bytes at most. */
  read(
    uid: number,
    parts: readonly string[],
    maxBytes: number,
  ): Promise<Map<string, { bytes: Buffer; charset: string | undefined }>>;
  /** A part as its bytes come; null: it is gone. No other call goes on until it was read or left. */
  stream(uid: number, part: string): Promise<AsyncIterable<Uint8Array> | null>;
  markSeen(uid: number): Promise<void>;
  /** The number of the mail with this Message-ID. */
  find(id: string): Promise<number | null>;
  /** Whether the folder of sent mails has it; null: there is no such folder. */
  hasSent(id: string): Promise<boolean | null>;
  keepSent(raw: Buffer): Promise<void>;
  /** Resolves when there may be news, or the line is lost. */
  untilNews(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

const PATIENCE_MS = 15_000;
/** It is looked at so often even when nobody tells of news. */
const LOOK_MS = 2 * 60_000;
/** A file of a mail is fetched within this time. */
const STREAM_MS = 10 * 60_000;
/** Servers that are no mail servers, or evil ones, get no more memory than this. */
const LIMITS = {
  maxLineLength: 4 * 1024 * 1024,
  maxLiteralSize: 4 * 1024 * 1024,
  maxResponseSize: 12 * 1024 * 1024,
  maxResponseTokens: 200_000,
};

export async function openMailbox(
  credentials: Credentials,
  logIn: LogIn,
  findHost: FindHost,
  log: Log,
): Promise<Mailbox> {
  const { imapHost, imapPort, imapSecurity, user, folder } = credentials;
  const { address, isInner, tls } = await findHost(imapHost, imapPort);
  if (imapSecurity === 'none' && !isInner) throw new MailboxRefused('a password in the clear');
  const client = new ImapFlow({
    host: address,
    ...tls,
    port: imapPort,
    secure: imapSecurity === 'tls',
    doSTARTTLS: imapSecurity === 'starttls',
    auth: { user, ...(await logIn()) },
    clientInfo: { name: 'Balcao' },
    logger: false,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    autoIdleDelay: 200,
    ...LIMITS,
  });
  // Its calls reject too; without a listener the process would end.
  client.on('error', (error: Error) => log.info({ err: error }, 'the line to the mailbox is lost'));
  try {
    await client.connect();
    await client.mailboxOpen(folder);
  } catch (error) {
    client.close();
    throw refusalOf(error) ?? error;
  }
  return mailboxOf(client, folder);
}

function refusalOf(error: unknown): MailboxRefused | null {
  const { authenticationFailed, mailboxMissing, serverResponseCode } = error as {
    authenticationFailed?: boolean;
    mailboxMissing?: boolean;
    serverResponseCode?: string;
  };
  const isRefused = authenticationFailed === true && serverResponseCode !== 'UNAVAILABLE';
  const isMissing = mailboxMissing === true || serverResponseCode === 'NONEXISTENT';
  return isRefused || isMissing ? new MailboxRefused('not taken', { isMissing, cause: error }) : null;
}

function mailboxOf(client: ImapFlow, folder: string): Mailbox {
  const opened = openedOf(client);
  let news = new AbortController();
  /** Nobody has told of news for long, or somebody asks. */
  let isDoubtful = false;
  const tell = () => news.abort();
  client.on('exists', tell);
  client.on('close', tell);

  /** The line reads one folder at a time. */
  async function within<T>(path: string, work: () => Promise<T>): Promise<T> {
    const lock = await client.getMailboxLock(path);
    try {
      return await work();
    } finally {
      lock.release();
    }
  }
  const here = <T>(work: () => Promise<T>) => within(folder, work);
  /** Afterwards the line listens to our folder again. */
  async function inSent<T>(work: (path: string) => Promise<T>): Promise<T | null> {
    const path = await sentFolder(client);
    if (path === null) return null;
    const done = await within(path, () => work(path));
    await here(async () => tell());
    return done;
  }
  /** A folder that was taken away goes on to be shown, empty of news, to whoever has it open. */
  async function reopen(): Promise<void> {
    const { uidValidity } = await client.mailboxOpen(folder);
    if (uidValidity !== opened.uidValidity) throw new Error('the mailbox has moved');
  }
  const idOf = (id: string) => ({ header: { 'message-id': `<${id}>` } });
  const listed = async (range: string, options: object) =>
    (await client.fetchAll(range, { uid: true, internalDate: true }, options))
      .map(({ uid, internalDate }) => ({ uid, at: new Date(internalDate ?? Date.now()) }))
      .toSorted((one, other) => one.uid - other.uid);

  return {
    uidValidity: Number(opened.uidValidity),
    uidNext: opened.uidNext,
    after: (uid) =>
      // `n:*` names the last mail, also where its number is lower.
      here(async () => {
        if (isDoubtful) await reopen();
        isDoubtful = false;
        return (await listed(`${uid + 1}:*`, { uid: true })).filter((one) => one.uid > uid);
      }),
    since: (day) =>
      here(async () => {
        const uids = (await client.search({ since: day }, { uid: true })) || [];
        return uids.length === 0 ? [] : listed(uids.join(','), { uid: true });
      }),
    open: (uid, { headOnly = false } = {}) =>
      here(async () => {
        const asked = {
          uid: true,
          internalDate: true,
          size: true,
          source: { start: 0, maxLength: HEAD_BYTES },
        };
        const found = await client.fetchOne(
          String(uid),
          { ...asked, bodyStructure: !headOnly },
          { uid: true },
        );
        return found || null;
      }),
    read: (uid, parts, maxBytes) =>
      here(async () => {
        if (parts.length === 0) return new Map();
        const found = await client.downloadMany(String(uid), [...parts], { uid: true, maxBytes });
        return new Map(
          Object.entries(found).map(([part, { content, meta }]) => [
            part,
            { bytes: content ?? Buffer.alloc(0), charset: meta?.charset },
          ]),
        );
      }),
    async stream(uid, part) {
      const lock = await client.getMailboxLock(folder);
      try {
        const { content } = await client.download(String(uid), part, { uid: true });
        if (!content) {
          lock.release();
          return null;
        }
        // Whoever never reads it must not hold up the mailbox, nor end the process by its error.
        const late = setTimeout(() => content.destroy(), STREAM_MS).unref();
        content
          .on('error', () => {})
          .once('close', () => {
            clearTimeout(late);
            lock.release();
          });
        return content;
      } catch (error) {
        lock.release();
        throw error;
      }
    },
    markSeen: (uid) =>
      here(async () => void (await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true }))),
    find: (id) => here(async () => ((await client.search(idOf(id), { uid: true })) || []).at(-1) ?? null),
    hasSent: (id) => inSent(async () => ((await client.search(idOf(id), { uid: true })) || []).length > 0),
    async keepSent(raw) {
      const path = await sentFolder(client);
      if (path !== null) await client.append(path, raw, ['\\Seen']);
    },
    async untilNews(signal) {
      const ends = AbortSignal.any([signal, news.signal, AbortSignal.timeout(LOOK_MS)]);
      if (!ends.aborted && client.usable)
        await new Promise<void>((resolve) => ends.addEventListener('abort', () => resolve(), { once: true }));
      isDoubtful = !news.signal.aborted;
      news = new AbortController();
      if (!client.usable) throw new Error('the line to the mailbox is lost');
    },
    async close() {
      client.close();
    },
  };
}

function openedOf({ mailbox }: ImapFlow): MailboxObject {
  if (!mailbox) throw new Error('no folder is open');
  return mailbox;
}

async function sentFolder(client: ImapFlow): Promise<string | null> {
  const folders = await client.list();
  return folders.find(({ specialUse }) => specialUse === '\\Sent')?.path ?? null;
}
