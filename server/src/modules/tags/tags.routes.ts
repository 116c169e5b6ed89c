import * as contracts from '@balcao/shared/api/tags.ts';
import { PAGE_SIZE } from '@balcao/shared/constants.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import * as repo from './tags.repo.ts';
import * as tags from './tags.service.ts';
import type { TicketTagsService } from './ticket-tags.service.ts';

export function tagRoutes(
  app: FastifyInstance,
  { db, ticketTags }: { db: Database; ticketTags: TicketTagsService },
): void {
  register(app, contracts.listTags, ({ query: { searchParam, pageNumber = 1 } }, { actor }) =>
    db.readCompany(actor.companyId, async (tx) => {
      const offset = (Math.max(pageNumber, 1) - 1) * PAGE_SIZE;
      const rows = await repo.list(tx, actor.companyId, searchParam, { offset, limit: PAGE_SIZE + 1 });
      return { tags: rows.slice(0, PAGE_SIZE), hasMore: rows.length > PAGE_SIZE };
    }),
  );
  register(app, contracts.listAllTags, (_input, { actor }) =>
    db.readCompany(actor.companyId, (tx) => repo.listAll(tx, actor.companyId, false)),
  );
  register(app, contracts.listKanbanTags, (_input, { actor }) =>
    db.readCompany(actor.companyId, async (tx) => ({ lista: await repo.listAll(tx, actor.companyId, true) })),
  );
  register(app, contracts.getTag, ({ params }, { actor }) =>
    db.readCompany(actor.companyId, (tx) => tags.get(tx, actor, params.tagId)),
  );
  register(app, contracts.createTag, ({ body }, { actor }) =>
    db.withCompany(actor.companyId, (tx) => tags.create(tx, actor, body)),
  );
  register(app, contracts.updateTag, ({ params, body }, { actor }) =>
    db.withCompany(actor.companyId, (tx) => tags.update(tx, actor, params.tagId, body)),
  );
  register(app, contracts.deleteTag, ({ params }, { actor }) =>
    db.withCompany(actor.companyId, (tx) => tags.remove(tx, actor, params.tagId)),
  );

  register(app, contracts.syncTags, ({ body: { ticketId, tags: tagIds } }, { actor }) =>
    db.withCompany(actor.companyId, (tx) => ticketTags.setTags(tx, actor, { ticketId, tagIds })),
  );
  register(app, contracts.addTicketTag, ({ params }, { actor }) =>
    db.withCompany(actor.companyId, (tx) => ticketTags.addTag(tx, actor, params.ticketId, params.tagId)),
  );
  register(app, contracts.removeTicketLane, ({ params }, { actor }) =>
    db.withCompany(actor.companyId, (tx) => ticketTags.leaveLane(tx, actor, params.ticketId)),
  );
}
