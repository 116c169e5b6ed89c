import * as contracts from '@balcao/shared/features/tags/calls.ts';
import type { FastifyInstance } from 'fastify';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { register } from '../../platform/http/route.ts';
import * as repo from './tags.repo.ts';
import * as tags from './tags.service.ts';
import type { TicketTagsService } from './ticket-tags.service.ts';

export function tagRoutes(app: FastifyInstance, { ticketTags }: { ticketTags: TicketTagsService }): void {
  register(app, contracts.listTags, async ({ query: { searchParam, pageNumber } }, { tx, actor }) => {
    const rows = await repo.list(tx, actor.companyId, searchParam, pageAt(pageNumber));
    const { shown, hasMore } = pageOf(rows);
    return { tags: shown, hasMore };
  });
  register(app, contracts.listAllTags, (_input, { tx, actor }) => repo.listAll(tx, actor.companyId));
  register(app, contracts.listKanbanTags, async (_input, { tx, actor }) => ({
    lista: await repo.listLanes(tx, actor.companyId),
  }));
  register(app, contracts.orderKanbanTags, async ({ body }, { tx, actor }) => ({
    lista: await tags.orderLanes(tx, actor, body.tagIds),
  }));
  register(app, contracts.getTag, ({ params }, { tx, actor }) => tags.get(tx, actor, params.tagId));
  register(app, contracts.createTag, ({ body }, { tx, actor }) => tags.create(tx, actor, body));
  register(app, contracts.updateTag, ({ params, body }, { tx, actor }) =>
    tags.update(tx, actor, params.tagId, body),
  );
  register(app, contracts.deleteTag, ({ params }, { tx, actor }) => tags.remove(tx, actor, params.tagId));

  register(app, contracts.syncTags, ({ body: { ticketId, tags: tagIds } }, { tx, actor }) =>
    ticketTags.setTags(tx, actor, { ticketId, tagIds }),
  );
  register(app, contracts.addTicketTag, ({ params }, { tx, actor }) =>
    ticketTags.addTag(tx, actor, params.ticketId, params.tagId),
  );
  register(app, contracts.removeTicketLane, ({ params }, { tx, actor }) =>
    ticketTags.leaveLane(tx, actor, params.ticketId),
  );
  register(app, contracts.moveTicketToLane, ({ params, body }, { tx, actor }) =>
    ticketTags.moveToLane(tx, actor, { ...params, ...body }),
  );
}
