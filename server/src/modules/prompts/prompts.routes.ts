import * as contracts from '@balcao/shared/api/prompts.ts';
import type { FastifyInstance } from 'fastify';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { register } from '../../platform/http/route.ts';
import * as repo from './prompts.repo.ts';
import * as prompts from './prompts.service.ts';

export function promptRoutes(app: FastifyInstance): void {
  register(app, contracts.listPrompts, async ({ query: { searchParam, pageNumber } }, { tx, actor }) => {
    const rows = await repo.list(tx, actor.companyId, searchParam, pageAt(pageNumber));
    const { shown, hasMore } = pageOf(rows);
    return { prompts: shown, hasMore };
  });
  register(app, contracts.getPrompt, ({ params }, { tx, actor }) => prompts.get(tx, actor, params.promptId));
  register(app, contracts.createPrompt, ({ body }, { tx, actor }) => prompts.create(tx, actor, body));
  register(app, contracts.updatePrompt, ({ params, body }, { tx, actor }) =>
    prompts.update(tx, actor, params.promptId, body),
  );
  register(app, contracts.deletePrompt, ({ params }, { tx, actor }) =>
    prompts.remove(tx, actor, params.promptId),
  );
}
