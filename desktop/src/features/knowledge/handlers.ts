import { MAX_FOUND_ARTICLES } from '@balcao/shared/features/knowledge/limits.ts';
import { markdownToWhatsApp } from '@balcao/shared/text/markdown-text.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import type { CoreServices } from '../../core/services/core-services.ts';

/** More do not fit beside a text. */
const ANSWERS = 4;

export function knowledgeHandlers({ workspace }: CoreServices) {
  return {
    'knowledge.list': () => workspace().store.articles.list(),
    'knowledge.get': ({ id }) => workspace().store.articles.byId(id),
    'knowledge.search': ({ text, language, limit }) =>
      workspace().store.articles.search(text, language, limit),
    'knowledge.answers': ({ text, language }) => {
      const { articles } = workspace().store;
      const forCustomers = articles
        .search(text, language, MAX_FOUND_ARTICLES)
        .filter(({ audience }) => audience === 'customers');
      return forCustomers.slice(0, ANSWERS).map(({ id, title }) => ({
        id,
        title,
        text: markdownToWhatsApp(articles.byId(id)?.article.body ?? ''),
      }));
    },
  } satisfies Partial<Handlers>;
}
