import type { Module } from '../../parts.ts';
import { helpPageRoutes } from './help-page.routes.ts';
import { knowledgeRoutes } from './knowledge.routes.ts';
import { articleEntity } from './knowledge.sync.ts';

export const knowledgeModule = {
  routes: [knowledgeRoutes, helpPageRoutes],
  entities: { article: articleEntity },
} satisfies Module;
