import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import { KNOWLEDGE_METHODS } from './bridge.ts';
import * as row from './row.ts';

export const knowledge = {
  errors: {
    ERR_NO_ARTICLE_FOUND: failure(404),
    ERR_NO_ARTICLE_VERSION_FOUND: failure(404),
    ERR_ARTICLE_TITLE_TAKEN: failure(409),
    /** The article has a version in that language. */
    ERR_ARTICLE_LANGUAGE_TAKEN: failure(409),
    ERR_TOO_MANY_ARTICLES: failure(409),
    ERR_NO_QUESTION_FOUND: failure(404),
    /** What somebody wants to import does not answer, or is no page of text. */
    ERR_PAGE_UNREADABLE: failure(502),
    /** No conversation in which this was asked has ended. */
    ERR_CONVERSATION_OPEN: failure(409),
    /** Somebody else has changed the words since. */
    ERR_ARTICLE_CHANGED: failure(409),
  },
  logged: ['article', 'unansweredQuestion'],
  permissions: {
    /** Articles, and their drafts. */
    'knowledge:write': ['admin', 'supervisor'],
  },
  marks: { k: 'knowledge:write' },
  rows: [row.articleRow],
  models: row,
  bridge: KNOWLEDGE_METHODS,
  keyArea: 'knowledge',
} as const satisfies Feature;
