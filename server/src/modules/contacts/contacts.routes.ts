import * as contracts from '@balcao/shared/api/contacts.ts';
import { PAGE_SIZE } from '@balcao/shared/constants.ts';
import type { FastifyInstance } from 'fastify';
import { pageOf } from '../../platform/db/page.ts';
import { register } from '../../platform/http/route.ts';
import type { MediaLinks } from '../media/media.links.ts';
import { presentTicketView } from '../ticket-list/ticket-list.presenter.ts';
import * as history from './contact-history.repo.ts';
import { listContacts } from './contacts.repo.ts';
import * as contacts from './contacts.service.ts';
import type { NumberChecks } from './number-checks.ts';

/** The choices of a select end somewhere. */
const MAX_CHOICES = 500;

export function contactRoutes(
  app: FastifyInstance,
  { numbers, links }: { numbers: Pick<NumberChecks, 'check' | 'checkChange'>; links: MediaLinks },
): void {
  register(app, contracts.listContacts, async ({ query }, { tx, actor }) => {
    const { searchParam, pageNumber, after } = query;
    const rows = await listContacts(tx, actor, searchParam, pageOf(pageNumber, after));
    const hasMore = rows.length > PAGE_SIZE;
    const last = rows[PAGE_SIZE - 1];
    const next = hasMore && last ? JSON.stringify([last.sortName, last.id]) : null;
    return { contacts: rows.slice(0, PAGE_SIZE), hasMore, next };
  });
  register(app, contracts.listContactChoices, ({ query }, { tx, actor }) =>
    listContacts(tx, actor, query.searchParam, { offset: 0, limit: MAX_CHOICES }),
  );
  register(app, contracts.getContact, ({ params }, { tx, actor }) =>
    contacts.get(tx, actor, params.contactId),
  );

  register(app, contracts.createContact, async ({ body: { number, ...fields } }, { actor }) => {
    const checked = await numbers.check(actor, number);
    return (tx) => contacts.create(tx, actor, fields, checked);
  });
  register(app, contracts.updateContact, async ({ params, body: { number, ...fields } }, { actor }) => {
    const checked = await numbers.checkChange(actor, params.contactId, number);
    return (tx) => contacts.update(tx, actor, params.contactId, fields, checked);
  });
  register(app, contracts.deleteContact, ({ params }, { tx, actor }) =>
    contacts.remove(tx, actor, params.contactId),
  );
  register(app, contracts.blockContact, ({ params, body }, { tx, actor }) =>
    contacts.block(tx, actor, params.contactId, body.blocked),
  );
  register(app, contracts.mergeContact, ({ params, body }, { tx, actor }) =>
    contacts.merge(tx, actor, params.contactId, body.duplicateId),
  );

  register(app, contracts.listContactTickets, async ({ params: { contactId }, query }, { tx, actor }) => {
    await contacts.get(tx, actor, contactId);
    const rows = await history.listTickets(tx, actor, contactId, pageOf(query.pageNumber, query.after));
    const hasMore = rows.length > PAGE_SIZE;
    const tickets = rows.slice(0, PAGE_SIZE).map(presentTicketView);
    const last = tickets.at(-1);
    return {
      tickets,
      hasMore,
      next: hasMore && last ? JSON.stringify([last.lastMessageAt, last.id]) : null,
    };
  });
  register(app, contracts.listContactMedia, async ({ params: { contactId }, query }, { tx, actor }) => {
    await contacts.get(tx, actor, contactId);
    const { kind, pageNumber, after } = query;
    const rows = await history.listFiles(tx, actor, contactId, kind, pageOf(pageNumber, after));
    const hasMore = rows.length > PAGE_SIZE;
    const items = rows.slice(0, PAGE_SIZE).map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      mediaUrl: links.of(actor.companyId, row.media),
    }));
    return { items, hasMore, next: hasMore ? (items.at(-1)?.id ?? null) : null };
  });
  register(app, contracts.listSharedGroups, async ({ params: { contactId } }, { tx, actor }) => {
    await contacts.get(tx, actor, contactId);
    return history.listGroups(tx, actor, contactId);
  });
}
