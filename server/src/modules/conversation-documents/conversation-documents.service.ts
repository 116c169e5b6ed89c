import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { spokenLanguage } from '@balcao/shared/phone/spoken-language.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { Database } from '../../platform/db/database.ts';
import { noteDownload } from '../audit/readings.service.ts';
import { ticketAccess } from '../ticket-list/ticket-rows.sync.ts';
import * as repo from './conversation-documents.repo.ts';

export type { LedgerFile, LedgerMessage } from './conversation-documents.repo.ts';
export const { findHeading, findMailPage, findMessages, listNotes, listSaid } = repo;

/** What somebody takes along: whose conversation it is, for whom it is written, and in which language. */
export interface Conversation extends repo.Heading {
  actor: Actor;
  contactId: number;
  language: Language;
  at: Date;
}

/**
 * Lets those take a conversation along who may read it, and notes it first: without a note there is no document.
 * ERR_NO_TICKET_FOUND, ERR_TICKET_FOREIGN_QUEUE.
 */
export function openConversation(
  { db, clock }: { db: Database; clock: () => Date },
  actor: Actor,
  ticketId: number,
  wished: Language | undefined,
): Promise<Conversation> {
  return db.withCompany(actor.companyId, async (tx) => {
    const ticket = await ticketAccess(tx, actor, { id: ticketId });
    if (ticket.access === 'missing') throw new AppError('ERR_NO_TICKET_FOUND');
    if (ticket.access === 'hidden') throw new AppError('ERR_TICKET_FOREIGN_QUEUE');
    const { contactId } = ticket;
    const heading = await repo.findHeading(tx, actor, contactId);
    await noteDownload(tx, actor, 'conversation', heading.contact.name);
    const { isGroup, number } = heading.contact;
    const spoken = isGroup ? null : spokenLanguage(number);
    return { ...heading, actor, contactId, language: wished ?? spoken ?? heading.language, at: clock() };
  });
}
