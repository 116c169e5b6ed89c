import type { Engine } from '../../core/store/engine.ts';
import { createArticleReads } from './article-reads.ts';

export const createKnowledgeTables = ({ db, rows }: Engine) => ({ articles: createArticleReads(db, rows) });
