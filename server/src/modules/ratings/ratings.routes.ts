import * as contracts from '@balcao/shared/features/ratings/calls.ts';
import type { FastifyInstance } from 'fastify';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { register } from '../../platform/http/route.ts';
import type { MessagesService } from '../messages/messages.service.ts';
import * as repo from './ratings.repo.ts';
import { answer, present } from './ratings.service.ts';

interface Dependencies {
  messages: MessagesService;
  clock: () => Date;
}

export function ratingRoutes(app: FastifyInstance, deps: Dependencies): void {
  register(app, contracts.listRatings, async ({ query }, { tx, actor }) => {
    const rows = await repo.list(tx, actor.companyId, query, pageAt(query.pageNumber, query.after));
    const { shown, hasMore, next } = pageOf(rows.map(present), ({ ratedAt, id }) =>
      JSON.stringify([ratedAt, id]),
    );
    return { ratings: shown, hasMore, next };
  });
  register(app, contracts.countRatings, ({ query }, { tx, actor }) => repo.count(tx, actor.companyId, query));
  register(app, contracts.answerRating, ({ params, body }, { tx, actor }) =>
    answer(deps, tx, actor, params.ratingId, body.body),
  );
}
