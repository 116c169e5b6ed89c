import type { Actor, Person } from '@balcao/shared/contract/roles.ts';
import { isForeign, soughtDocument } from '@balcao/shared/features/audit/reading.ts';
import { maskName } from '@balcao/shared/money/tax-number.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { isUnavailable } from '../../platform/db/errors.ts';
import type { NoteReading, Sought } from '../../platform/http/note-reading.ts';
import type { Log } from '../../platform/log.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import * as repo from './audit.repo.ts';
import { record } from './audit.service.ts';
import type { AuditRecord } from './audit-record.ts';

interface Deps {
  db: Database;
  clock: () => Date;
  log: Log;
}

/**
 * Notes what calls say of themselves (`noted` of their contracts), before they are answered. While the database takes no
 * writes, conversations are read all the same: a desk that stands still helps nobody, and the log of this process tells it.
 */
export function createReadings({ db, clock, log }: Deps): NoteReading {
  return async (actor, noted, sought) => {
    const { companyId, userId } = actor;
    if (typeof noted === 'object')
      return db.withCompany(companyId, (tx) => noteDownload(tx, actor, noted.list, ''));
    const isOfDocument = noted === 'document' || noted === 'hits';
    const seen = isOfDocument
      ? documentIn(actor, sought.searchParam ?? '')
      : await db.readCompany(companyId, (tx) => foreignConversations(tx, actor, conversationsIn(sought)));
    if (seen.length === 0) return;
    try {
      await db.withCompany(companyId, async (tx) => {
        for (const one of seen) await repo.insertReading(tx, one, clock());
      });
    } catch (error) {
      if (isOfDocument || !isUnavailable(error)) throw error;
      log.warn({ companyId, userId }, 'a reading could not be noted');
    }
  };
}

/** Somebody takes a list along. @param about of what it is: a conversation is with a person, who is not named */
export function noteDownload(tx: Tx, actor: Actor, list: string, about: string): Promise<void> {
  const { companyId } = actor;
  const entityName = list === 'conversation' ? maskName(about) : about;
  const what = { action: 'download', entity: 'list', entityId: list, entityName } as const;
  return record(tx, { companyId, actor, ...what });
}

/**
 * Somebody reads all that there is about a person. The log outlives that, so it names the person as only who knows the name
 * knows it again.
 *
 * @param contactId null: only lists have the person
 */
export function noteFileRead(
  tx: Tx,
  actor: Actor,
  { contactId, name }: { contactId: number | null; name: string },
  at: Date,
): Promise<void> {
  const { companyId } = actor;
  const what = { action: 'read', entity: 'dataSubject', entityName: maskName(name) } as const;
  return contactId === null
    ? record(tx, { companyId, actor, ...what, entityId: '' })
    : repo.insertReading(tx, { companyId, actor, ...what, entityId: contactId }, at);
}

/** A console has shown a conversation that was others' then, as it says. ERR_NO_TICKET_FOUND for one that is gone. */
export async function noteOpened(tx: Tx, actor: Person, ticketId: number, at: Date): Promise<void> {
  const [found] = await repo.listConversations(tx, actor.companyId, { ticketId });
  await repo.insertReading(tx, opened(actor, orNotFound(found, 'ERR_NO_TICKET_FOUND')), at);
}

/** Somebody has searched a console's copy by this document, as it says. */
export const noteSought = (tx: Tx, actor: Person, document: string, at: Date): Promise<void> =>
  repo.insertReading(tx, sought(actor, document), at);

function documentIn(actor: Actor, text: string): AuditRecord[] {
  const document = soughtDocument(text);
  return document === null ? [] : [sought(actor, document)];
}

const sought = (actor: Actor, document: string): AuditRecord => ({
  companyId: actor.companyId,
  actor,
  action: 'search',
  entity: 'document',
  entityId: document,
  entityName: document,
});

function conversationsIn({ ticketId, ticketUuids, messageId, mediaId }: Sought): repo.Conversations | null {
  if (ticketUuids) return { ticketUuids };
  if (ticketId !== undefined) return { ticketId };
  if (messageId !== undefined) return { messageId };
  return mediaId === undefined ? null : { mediaId };
}

/**
 * The calls of programs have a log of their own. A file that is in one's own conversation, too, is one's own; in others' alone
 * the oldest is told.
 */
async function foreignConversations(
  tx: Tx,
  actor: Actor,
  which: repo.Conversations | null,
): Promise<AuditRecord[]> {
  const { companyId, userId, queueIds } = actor;
  if (userId === null || which === null) return [];
  const found = await repo.listConversations(tx, companyId, which, actor);
  const foreign = found.filter((one) => isForeign(one, { userId, queueIds }));
  if ('mediaId' in which)
    return foreign.length < found.length ? [] : foreign.slice(0, 1).map((one) => opened(actor, one));
  return foreign.map((one) => opened(actor, one));
}

const opened = (actor: Actor, { id, name }: Pick<repo.Conversation, 'id' | 'name'>): AuditRecord => ({
  companyId: actor.companyId,
  actor,
  action: 'open',
  entity: 'ticket',
  entityId: id,
  entityName: maskName(name),
});
