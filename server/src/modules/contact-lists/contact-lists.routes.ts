import * as contracts from '@balcao/shared/features/contact-lists/calls.ts';
import * as items from '@balcao/shared/features/contact-lists/items.ts';
import type { FastifyInstance } from 'fastify';
import type { Bus } from '../../platform/bus.ts';
import { afterCommit } from '../../platform/db/after-commit.ts';
import type { Tx } from '../../platform/db/client.ts';
import { CHOICES, pageAt, pageOf } from '../../platform/db/page.ts';
import { register } from '../../platform/http/route.ts';
import * as repo from './contact-lists.repo.ts';
import * as contactLists from './contact-lists.service.ts';
import { type ItemNews, tell } from './list-item-news.ts';
import * as people from './list-items.service.ts';
import { listTemplate } from './list-template.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function contactListRoutes(app: FastifyInstance): void {
  register(app, contracts.listContactLists, async ({ query }, { tx, actor }) => {
    const { searchParam, pageNumber, after } = query;
    const rows = await repo.list(tx, actor.companyId, searchParam, pageAt(pageNumber, after));
    const { shown, ...more } = pageOf(rows, ({ sortName, id }) => JSON.stringify([sortName, id]));
    return { records: shown, ...more };
  });
  register(app, contracts.listContactListChoices, ({ query }, { tx, actor }) =>
    repo.list(tx, actor.companyId, query.searchParam, CHOICES),
  );
  register(app, contracts.getContactListTemplate, async (_input, { reply }) =>
    reply
      .headers({ 'content-type': XLSX, 'content-disposition': 'attachment; filename="contact-list.xlsx"' })
      .send(await listTemplate()),
  );
  register(app, contracts.getContactList, ({ params }, { tx, actor }) =>
    contactLists.get(tx, actor, params.contactListId),
  );
  register(app, contracts.createContactList, ({ body: { tagId, ...list } }, { tx, actor }) =>
    tagId === undefined
      ? contactLists.create(tx, actor, list)
      : contactLists.createListFromTag(tx, actor, tagId, list),
  );
  register(app, contracts.updateContactList, ({ params, body }, { tx, actor }) =>
    contactLists.update(tx, actor, params.contactListId, body),
  );
  register(app, contracts.checkContactList, ({ params }, { tx, actor }) =>
    contactLists.check(tx, actor, params.contactListId),
  );
  register(app, contracts.deleteContactList, ({ params }, { tx, actor }) =>
    contactLists.remove(tx, actor, params.contactListId),
  );
}

export function contactListItemRoutes(app: FastifyInstance, { bus }: { bus: Bus }): void {
  const told = <R extends ItemNews['record']>(
    tx: Tx,
    companyId: number,
    action: ItemNews['action'],
    record: R,
  ): R => {
    afterCommit(tx, () => tell(bus, { companyId, action, record }));
    return record;
  };

  register(app, items.listContactListItems, async ({ query }, { tx, actor }) => {
    const { contactListId, searchParam, pageNumber, after } = query;
    const rows = await people.list(tx, actor, contactListId, searchParam, pageAt(pageNumber, after));
    const { shown, ...more } = pageOf(rows, ({ sortName, id }) => JSON.stringify([sortName, id]));
    return { contacts: shown.map(people.presentItem), ...more };
  });
  register(app, items.listContactListItemChoices, async ({ query }, { tx, actor }) => {
    const found = await people.list(tx, actor, query.contactListId, query.searchParam, CHOICES);
    return found.map(people.presentItem);
  });
  register(app, items.getContactListItem, ({ params }, { tx, actor }) =>
    people.get(tx, actor, params.contactListItemId),
  );
  register(app, items.createContactListItem, async ({ body }, { tx, actor }) =>
    told(tx, actor.companyId, 'create', await people.create(tx, actor, body)),
  );
  register(app, items.updateContactListItem, async ({ params, body }, { tx, actor }) =>
    told(tx, actor.companyId, 'update', await people.update(tx, actor, params.contactListItemId, body)),
  );
  register(app, items.deleteContactListItem, async ({ params: { contactListItemId } }, { tx, actor }) => {
    await people.remove(tx, actor, contactListItemId);
    told(tx, actor.companyId, 'delete', { id: contactListItemId });
  });
}
