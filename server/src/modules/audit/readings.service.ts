import type { Actor, Person } from '@balcao/shared/contract/roles.ts';
import { isForeign, soughtDocument } from '@balcao/shared/features/audit/reading.ts';
import { maskName } from '@balcao/shared/money/tax-number.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { isUnavailable } from '../../platform/db/errors.ts';
import type { NoteReading } from '../../platform/http/note-reading.ts';
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
  return async (actor, noted, { ticketId, searchParam = '' }) => {
    const { companyId } = actor;
    if (typeof noted === 'object')
      return db.withCompany(companyId, (tx) => noteDownload(tx, actor, noted.list, ''));
    const seen =
      noted === 'document'
        ? documentIn(actor, searchParam)
        : await db.readCompany(companyId, (tx) => foreignConversation(tx, actor, ticketId));
    if (!seen) return;
    try {
      await db.withCompany(companyId, (tx) => repo.insertReading(tx, seen, clock()));
    } catch (error) {
      if (noted === 'document' || !isUnavailable(error)) throw error;
      log.warn({ companyId, userId: actor.userId, ticketId }, 'a reading could not be noted');
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
  const ticket = orNotFound(
    await repo.findConversation(tx, actor.companyId, ticketId),
    'ERR_NO_TICKET_FOUND',
  );
  await repo.insertReading(tx, opened(actor, ticketId, ticket.name), at);
}

/** Somebody has searched a console's copy by this document, as it says. */
export const noteSought = (tx: Tx, actor: Person, document: string, at: Date): Promise<void> =>
  repo.insertReading(tx, sought(actor, document), at);

function documentIn(actor: Actor, text: string): AuditRecord | null {
  const document = soughtDocument(text);
  return document === null ? null : sought(actor, document);
}

const sought = (actor: Actor, document: string): AuditRecord => ({
  companyId: actor.companyId,
  actor,
  action: 'search',
  entity: 'document',
  entityId: document,
  entityName: document,
});

/** The calls of programs have a log of their own. */
async function foreignConversation(
  tx: Tx,
  actor: Actor,
  ticketId: number | undefined,
): Promise<AuditRecord | null> {
  const { companyId, userId, queueIds } = actor;
  if (userId === null || ticketId === undefined) return null;
  const ticket = await repo.findConversation(tx, companyId, ticketId, actor);
  return ticket && isForeign(ticket, { userId, queueIds }) ? opened(actor, ticketId, ticket.name) : null;
}

const opened = (actor: Actor, ticketId: number, contactName: string): AuditRecord => ({
  companyId: actor.companyId,
  actor,
  action: 'open',
  entity: 'ticket',
  entityId: ticketId,
  entityName: maskName(contactName),
});
