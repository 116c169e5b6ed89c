import * as contracts from '@balcao/shared/api/ticket-notes.ts';
import { PAGE_SIZE } from '@balcao/shared/constants.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { actorScopes } from '@balcao/shared/permissions.ts';
import type { FastifyInstance } from 'fastify';
import { register } from '../../platform/http/route.ts';
import { assertSeen } from '../contacts/contacts.service.ts';
import { loadMessages } from '../messages/messages.sync.ts';
import * as repo from './ticket-notes.repo.ts';
import type { TicketNotesService } from './ticket-notes.service.ts';

export function ticketNoteRoutes(app: FastifyInstance, { notes }: { notes: TicketNotesService }): void {
  register(app, contracts.listTicketNotes, async ({ query }, { tx, actor }) => {
    const { contactId, ticketId, pageNumber = 1 } = query;
    await assertSeen(tx, actor, contactId);
    const page = { offset: (Math.max(pageNumber, 1) - 1) * PAGE_SIZE, limit: PAGE_SIZE + 1 };
    const of = { contactId, ticketId, scopes: actorScopes(actor) };
    const ids = await repo.listIds(tx, actor.companyId, of, page);
    const shown = ids.slice(0, PAGE_SIZE);
    const rows = (await loadMessages(tx, actor.companyId, shown)).map(({ row }) => row);
    return {
      notes: rows.toSorted((a, b) => shown.indexOf(a.id) - shown.indexOf(b.id)),
      hasMore: ids.length > PAGE_SIZE,
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
