import { AppError } from '@balcao/shared/errors.ts';
import * as contracts from '@balcao/shared/features/ticket-notes/calls.ts';
import { actorScopes } from '@balcao/shared/permissions.ts';
import type { FastifyInstance } from 'fastify';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { register } from '../../platform/http/route.ts';
import { assertSeen } from '../contacts/contacts.service.ts';
import { loadMessages } from '../messages/messages.sync.ts';
import * as repo from './ticket-notes.repo.ts';
import type { TicketNotesService } from './ticket-notes.service.ts';

export function ticketNoteRoutes(app: FastifyInstance, { notes }: { notes: TicketNotesService }): void {
  register(app, contracts.listTicketNotes, async ({ query }, { tx, actor }) => {
    const { contactId, ticketId, pageNumber } = query;
    await assertSeen(tx, actor, contactId);
    const of = { contactId, ticketId, scopes: actorScopes(actor) };
    const ids = await repo.listIds(tx, actor.companyId, of, pageAt(pageNumber));
    const { shown, hasMore } = pageOf(ids);
    const rows = (await loadMessages(tx, actor.companyId, shown)).map(({ row }) => row);
    return {
      notes: rows.toSorted((a, b) => shown.indexOf(a.id) - shown.indexOf(b.id)),
      hasMore,
    };
  });

  register(app, contracts.addTicketNote, async ({ body }, { tx, actor }) => {
    const id = await notes.add(tx, actor, body);
    const [stored] = await loadMessages(tx, actor.companyId, [id]);
    if (!stored) throw new AppError('ERR_CREATING_MESSAGE');
    return stored.row;
  });

  register(app, contracts.deleteTicketNote, ({ params }, { tx, actor }) =>
    notes.remove(tx, actor, params.noteId),
  );
}
