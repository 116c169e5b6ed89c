import { featuresOf, KIND_FACTS } from '@balcao/shared/features/connections/channel.ts';
import type { CredentialsOf } from '@balcao/shared/features/connections/credentials.ts';
import { z } from 'zod';
import { crashAt } from '../../platform/failpoints.ts';
import { AccountSession, type End } from '../account-session.ts';
import {
  type Capabilities,
  ChannelError,
  type ChannelEvent,
  type ChatAddress,
  type OutgoingFile,
  type OutgoingMessage,
  type Sent,
} from '../channel.ts';
import type { Wanted } from '../connection-state.ts';
import type { Lease } from '../lease.ts';
import type { ProviderDeps, RunningSession } from '../provider.ts';
import { type AnswerTags, createAnswerTags } from './answer-tags.ts';
import { type Cursor, loadCursor, saveCursor } from './cursor.repo.ts';
import { createLogIn, MailboxRefused } from './log-in.ts';
import { type Listed, type Mailbox, openMailbox } from './mailbox.ts';
import { eventsOf, type FileSource } from './mapper.ts';
import { compose, prepareMessage } from './outgoing.ts';
import { createPace } from './pace.ts';
import { readMail } from './read-mail.ts';
import { createPostbox, isLoginRefused, type Postbox } from './smtp.ts';
import { findConversation } from './threads.repo.ts';

const CAPABILITIES: Capabilities = {
  ...featuresOf({ kind: 'mail', channel: 'mail' }),
  identities: KIND_FACTS.mail.identities,
  // The ids are Message-IDs, and ours to choose.
  clientMessageIds: true,
  readReceipts: false,
  typing: false,
  threads: true,
};

const DAY_MS = 24 * 3_600_000;
/** A mailbox that has moved is looked at from so long before the last mail on. */
const LOOK_BACK_MS = 2 * DAY_MS;
/** After so many trials of a mail its head alone is read; after so many more it stays in the mailbox alone. */
const TRIALS = 3;
const LAST_TRIALS = 20;
/** They keep what is sent by themselves, and would keep a copy of ours beside it. */
const KEEPS_SENT = /(?:^|\.)(?:gmail|googlemail|outlook|office365)\.com$/;

const fileSource = z.object({
  id: z.string(),
  uid: z.number(),
  uidValidity: z.number(),
  part: z.string(),
}) satisfies z.ZodType<FileSource>;

/** What is open now. */
interface Live {
  mailbox: Mailbox;
  postbox: Postbox;
  tags: AnswerTags;
  credentials: CredentialsOf<'mail'>;
}

/**
 * The session of one mailbox. A mail is stored, then marked as seen, and then counts as read: whoever dies in between reads
 * it again, and what is known changes nothing.
 */
export class MailSession extends AccountSession<'mail'> implements RunningSession {
  readonly capabilities = CAPABILITIES;
  private live: Live | null = null;
  /** Ids of messages that no process can have sent yet. */
  private readonly unsent = new Set<string>();
  /** The number of the mail that is read, and how often that was tried. */
  private trial = { uid: 0, times: 0 };
  private isDoubted = false;
  private readonly pace = createPace();

  constructor(deps: ProviderDeps, lease: Lease, wanted: Wanted) {
    super('mail', deps, lease, wanted);
  }

  protected async attempt(credentials: CredentialsOf<'mail'>, signal: AbortSignal): Promise<End> {
    let mailbox: Mailbox | null = null;
    let known: Cursor | null = null;
    try {
      known = await this.deps.db.readCompany(this.companyId, (tx) => loadCursor(tx, this));
      const logIn = createLogIn(this.deps.outside, credentials, async (refreshToken) => {
        await this.keepCredentials(renewed(credentials, refreshToken));
        crashAt('mail.renewed');
      });
      const postbox = createPostbox(credentials, logIn, this.deps.findHost);
      mailbox = await openMailbox(credentials, logIn, this.deps.findHost, this.log);
      await postbox.verify();
      const tags = createAnswerTags(this.deps.secrets, this, credentials.address);
      this.live = { mailbox, postbox, tags, credentials };
      return await this.listen(this.live, known, signal);
    } catch (error) {
      if (signal.aborted) return { kind: 'asked' };
      this.log.info({ err: error }, 'the mailbox does not answer');
      const isRefused =
        error instanceof MailboxRefused && !(error.isMissing && known?.mailbox === nameOf(credentials));
      if (isRefused) return { kind: 'refused', reason: 'credentials_refused' };
      return { kind: 'trouble', reason: 'network', waitMs: null };
    } finally {
      this.live = null;
      await mailbox?.close();
    }
  }

  private async listen(
    { mailbox, postbox, credentials }: Live,
    known: Cursor | null,
    signal: AbortSignal,
  ): Promise<End> {
    const name = nameOf(credentials);
    let cursor = known?.mailbox === name ? known : await this.keep(newCursor(name, mailbox));
    this.opened(this, { account: credentials.address });
    for (;;) {
      cursor = await this.take(mailbox, cursor, credentials.address);
      if (signal.aborted || !this.lease.isHeld()) return { kind: 'asked' };
      const ends = new AbortController();
      const either = AbortSignal.any([signal, ends.signal]);
      await Promise.race([mailbox.untilNews(either), this.untilDoubted(either)]).finally(() => ends.abort());
      if (this.isDoubted) await postbox.verify();
      this.isDoubted = false;
    }
  }

  private async keep(cursor: Cursor): Promise<Cursor> {
    await this.deps.db.withCompany(this.companyId, (tx) => saveCursor(tx, this, cursor));
    return cursor;
  }

  private async take(mailbox: Mailbox, cursor: Cursor, own: string): Promise<Cursor> {
    if (cursor.uidValidity !== mailbox.uidValidity) return this.takeMoved(mailbox, cursor, own);
    let last = cursor;
    for (const listed of await mailbox.after(cursor.uid)) {
      if (!this.lease.isHeld()) return last;
      await this.store(mailbox, listed, { own, linkedAt: cursor.linkedAt, hasMoved: false });
      last = await this.keep({ ...last, uid: listed.uid, seenAt: listed.at });
    }
    return last;
  }

  /** The mailbox has moved to another server, or was made anew: its numbers mean nothing any more. */
  private async takeMoved(mailbox: Mailbox, cursor: Cursor, own: string): Promise<Cursor> {
    const { uidValidity, uidNext } = mailbox;
    const from = new Date(cursor.seenAt.getTime() - LOOK_BACK_MS);
    for (const listed of await mailbox.since(from)) {
      if (!this.lease.isHeld()) return cursor;
      await this.store(mailbox, listed, { own, linkedAt: cursor.linkedAt, hasMoved: true });
    }
    return this.keep({ ...cursor, uidValidity, uid: uidNext - 1, seenAt: new Date() });
  }

  /** What the mailbox had before it was linked was never ours, also where it moves and gets it again, a mail at a time. */
  private async store(
    mailbox: Mailbox,
    listed: Listed,
    { own, linkedAt, hasMoved }: { own: string; linkedAt: Date; hasMoved: boolean },
  ): Promise<void> {
    const { uid, at } = listed;
    const isOld = (time: Date | null) => time !== null && time.getTime() < linkedAt.getTime() - DAY_MS;
    if (isOld(at)) return;
    this.trial = { uid, times: this.trial.uid === uid ? this.trial.times + 1 : 1 };
    if (this.trial.times > TRIALS + LAST_TRIALS) return this.log.error({ uid }, 'a mail that cannot be read');
    const read = await readMail(mailbox, listed, { headOnly: this.trial.times > TRIALS });
    if (read.kind === 'gone') return;
    if (read.kind === 'bounce') await this.handle(read.event);
    else {
      const said = this.current().tags.read(read.mail.head);
      const { writtenAt, id, from, answers } = said;
      if (hasMoved && isOld(writtenAt)) return;
      // What we said ourselves came back: a copy to ourselves, or a list.
      if (from.address === own && isOurs(id, own)) return;
      const origin = { uid, uidValidity: mailbox.uidValidity };
      const thread = await this.deps.db.readCompany(this.companyId, (tx) =>
        findConversation(tx, this, answers, from.address),
      );
      const isAutomatic = said.isAutomatic || this.pace.isProgram(from.address, at);
      const head = { ...said, isAutomatic };
      const mail = { ...read.mail, head, person: thread ?? from.address };
      for (const event of eventsOf(mail, origin)) await this.handle(event);
    }
    crashAt('mail.stored');
    await mailbox.markSeen(uid);
    crashAt('mail.seen');
  }

  private async handle(event: ChannelEvent): Promise<void> {
    try {
      await this.deps.listener.handle(this, event);
    } catch (error) {
      // What the database refuses for ever must not hold up the others.
      this.log.error({ err: error, event: event.kind }, 'event not stored');
    }
  }

  private current(): Live {
    if (!this.live) throw new ChannelError('not_connected');
    return this.live;
  }

  override newMessageId(): string {
    const id = `${crypto.randomUUID()}@${domainOf(this.current().credentials.address)}`;
    this.unsent.add(id);
    return id;
  }

  async prepare(message: OutgoingMessage): Promise<Uint8Array> {
    return prepareMessage(message, this.current().credentials);
  }

  /** A mail that another process may have sent is looked for among those that were. */
  async send(
    chat: ChatAddress,
    id: string,
    prepared: Uint8Array,
    file: OutgoingFile | null,
    attached: readonly OutgoingFile[],
  ): Promise<Sent> {
    const { mailbox, postbox, tags, credentials } = this.current();
    const sent = { members: null };
    const isNew = this.unsent.delete(id);
    if (!isNew && (await mailbox.hasSent(id).catch(lost))) return sent;
    const files = [...(file ? [file] : []), ...attached];
    const answersTo = credentials.tagged ? tags.addressFor(id) : null;
    const { to, raw } = await compose(prepared, { id, chat, files, answersTo }, credentials);
    try {
      await postbox.send({ from: credentials.address, to, raw });
    } catch (error) {
      if (isLoginRefused((error as Error).cause)) {
        this.isDoubted = true;
        this.doubt();
      }
      throw error;
    }
    if (!KEEPS_SENT.test(credentials.smtpHost))
      await mailbox
        .keepSent(raw)
        .catch((error: unknown) => this.log.warn({ err: error }, 'a sent mail is not among the sent ones'));
    crashAt('mail.copied');
    return sent;
  }

  async openMedia(source: Uint8Array): Promise<AsyncIterable<Uint8Array>> {
    const { mailbox } = this.current();
    const { id, uid, uidValidity, part } = fileSource.parse(JSON.parse(Buffer.from(source).toString()));
    const place = uidValidity === mailbox.uidValidity ? uid : await mailbox.find(id).catch(lost);
    const bytes = place === null ? null : await mailbox.stream(place, part).catch(lost);
    if (!bytes) throw new ChannelError('media_expired', 'the mail is not in the mailbox any more');
    return bytes;
  }
}

/** The same with the token that its provider has given instead of the one before. */
const renewed = (
  { oauth, ...credentials }: CredentialsOf<'mail'>,
  refreshToken: string,
): CredentialsOf<'mail'> => ({ ...credentials, oauth: oauth && { ...oauth, refreshToken } });

/** A mailbox that moves to another server keeps it. */
const nameOf = ({ address, folder }: CredentialsOf<'mail'>): string => `${address} ${folder}`;

/** Where reading begins. The past of a mailbox that is linked stays in it. */
function newCursor(mailbox: string, { uidValidity, uidNext }: Mailbox): Cursor {
  const now = new Date();
  return { mailbox, uidValidity, uid: uidNext - 1, linkedAt: now, seenAt: now };
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

const isOurs = (id: string, address: string): boolean =>
  /^[\da-f]{8}-[\da-f-]{27}@/.test(id) && id.endsWith(`@${domainOf(address)}`);

function lost(cause: unknown): never {
  throw new ChannelError('not_connected', String(cause), { cause });
}
