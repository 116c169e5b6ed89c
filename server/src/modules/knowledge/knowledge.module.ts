import type { Module } from '../../parts.ts';
import { helpPageRoutes } from './help-page.routes.ts';
import { knowledgeRoutes } from './knowledge.routes.ts';
import { articleEntity } from './knowledge.sync.ts';
import { articleMeanings } from './meanings.job.ts';

export const knowledgeModule = {
  routes: [knowledgeRoutes, helpPageRoutes],
  entities: { article: articleEntity },
  jobs: (parts) => [articleMeanings(parts)],
} satisfies Module;
