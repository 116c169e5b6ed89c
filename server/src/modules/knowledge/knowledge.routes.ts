import * as contracts from '@balcao/shared/features/knowledge/calls.ts';
import * as importContracts from '@balcao/shared/features/knowledge/import.ts';
import * as unansweredContracts from '@balcao/shared/features/knowledge/unanswered.ts';
import type { FastifyInstance } from 'fastify';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { register } from '../../platform/http/route.ts';
import { importAll, readPageAt } from './import.service.ts';
import * as repo from './knowledge.repo.ts';
import * as knowledge from './knowledge.service.ts';
import type { MeaningDeps } from './meanings.service.ts';
import { readFiles } from './read-articles.ts';
import * as unanswered from './unanswered.service.ts';

export function knowledgeRoutes(app: FastifyInstance, deps: MeaningDeps): void {
  const { db, clock, outside } = deps;
  register(app, contracts.listArticles, async ({ query }, { actor }) => {
    const { searchParam, language, pageNumber } = query;
    if (searchParam)
      return { articles: await knowledge.search(deps, actor, searchParam, language), hasMore: false };
    const rows = await db.readCompany(actor.companyId, (tx) =>
      repo.list(tx, actor, language, pageAt(pageNumber)),
    );
    const { shown, hasMore } = pageOf(rows);
    return { articles: shown, hasMore };
  });
  register(app, contracts.getArticle, ({ params }, { tx, actor }) =>
    knowledge.get(tx, actor, params.articleId),
  );
  register(app, contracts.createArticle, ({ body }, { tx, actor }) => knowledge.create(tx, actor, body));
  register(app, contracts.updateArticle, ({ params, body }, { tx, actor }) =>
    knowledge.update(tx, actor, params.articleId, body, clock()),
  );
  register(app, contracts.deleteArticle, ({ params }, { tx, actor }) =>
    knowledge.remove(tx, actor, params.articleId),
  );
  register(app, contracts.listArticleVersions, async ({ params }, { tx, actor }) => ({
    versions: await knowledge.listVersions(tx, actor, params.articleId),
  }));
  register(app, contracts.getArticleVersion, ({ params }, { tx, actor }) =>
    knowledge.getVersion(tx, actor, params.articleId, params.version),
  );
  register(app, contracts.noteArticleUse, ({ params, body }, { tx, actor }) =>
    knowledge.countUse(tx, actor, params.articleId, body.use),
  );
  register(app, importContracts.previewFiles, async ({ body }) => readFiles(body.files));
  register(app, importContracts.previewPage, ({ body }) => readPageAt(outside, body.url));
  register(app, importContracts.importArticles, ({ body }, { tx, actor }) => importAll(tx, actor, body));
  register(app, unansweredContracts.listUnanswered, async (_input, { tx, actor }) => ({
    groups: await unanswered.list(tx, actor),
  }));
  register(app, unansweredContracts.draftFromQuestion, ({ params }, { tx, actor }) =>
    unanswered.draft(tx, actor, params.questionId),
  );
  register(app, unansweredContracts.dropUnanswered, ({ params }, { tx, actor }) =>
    unanswered.drop(tx, actor, params.questionId),
  );
}
