import * as contracts from '@balcao/shared/features/contacts/calls.ts';
import type { FastifyInstance } from 'fastify';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { register } from '../../platform/http/route.ts';
import type { MediaLinks } from '../media/media.links.ts';
import { presentTicketView } from '../ticket-list/ticket-list.presenter.ts';
import * as history from './contact-history.repo.ts';
import { idsOfPerson, listLinked } from './contact-links.repo.ts';
import { listContacts } from './contacts.repo.ts';
import * as contacts from './contacts.service.ts';
import type { NumberChecks } from './number-checks.ts';

/** The choices of a select end somewhere. */
const MAX_CHOICES = 500;

export function contactRoutes(
  app: FastifyInstance,
  {
    numbers,
    links,
    clock,
  }: { numbers: Pick<NumberChecks, 'check' | 'checkChange'>; links: MediaLinks; clock: () => Date },
): void {
  register(app, contracts.listContacts, async ({ query }, { tx, actor }) => {
    const { searchParam, pageNumber, after, ...narrow } = query;
    const rows = await listContacts(tx, actor, searchParam, pageAt(pageNumber, after), narrow);
    const { shown, ...more } = pageOf(rows, ({ sortName, id }) => JSON.stringify([sortName, id]));
    return { contacts: await history.withNewest(tx, actor, shown), ...more };
  });
  register(app, contracts.listContactChoices, ({ query }, { tx, actor }) =>
    listContacts(tx, actor, query.searchParam, { offset: 0, limit: MAX_CHOICES }),
  );
  register(app, contracts.getContact, ({ params }, { tx, actor }) =>
    contacts.get(tx, actor, params.contactId),
  );

  register(app, contracts.createContact, async ({ body: { number, ...fields } }, { actor }) => {
    const checked = number === undefined ? null : await numbers.check(actor, number);
    return (tx) => contacts.create(tx, actor, fields, checked, clock().toISOString());
  });
  register(app, contracts.updateContact, async ({ params, body: { number, ...fields } }, { actor }) => {
    const checked = await numbers.checkChange(actor, params.contactId, number);
    return (tx) => contacts.update(tx, actor, params.contactId, fields, clock().toISOString(), checked);
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

  register(app, contracts.listLinkedContacts, async ({ params: { contactId } }, { tx, actor }) => {
    await contacts.assertSeen(tx, actor, contactId);
    return listLinked(tx, actor, contactId);
  });
  register(app, contracts.listContactTickets, async ({ params: { contactId }, query }, { tx, actor }) => {
    await contacts.get(tx, actor, contactId);
    const whose = query.linked ? await idsOfPerson(tx, actor.companyId, contactId) : [contactId];
    const rows = await history.listTickets(tx, actor, whose, pageAt(query.pageNumber, query.after));
    const { shown, ...more } = pageOf(rows.map(presentTicketView), ({ lastMessageAt, id }) =>
      JSON.stringify([lastMessageAt, id]),
    );
    return { tickets: shown, ...more };
  });
  register(app, contracts.listContactMedia, async ({ params: { contactId }, query }, { tx, actor }) => {
    await contacts.get(tx, actor, contactId);
    const { kind, linked, pageNumber, after } = query;
    const whose = linked ? await idsOfPerson(tx, actor.companyId, contactId) : [contactId];
    const rows = await history.listFiles(tx, actor, whose, kind, pageAt(pageNumber, after));
    const { shown, ...more } = pageOf(rows, ({ id }) => id);
    const items = shown.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      mediaUrl: links.of(actor.companyId, row.media),
    }));
    return { items, ...more };
  });
  register(app, contracts.listSharedGroups, async ({ params: { contactId } }, { tx, actor }) => {
    await contacts.get(tx, actor, contactId);
    return history.listGroups(tx, actor, contactId);
  });
}
