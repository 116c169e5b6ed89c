import { withoutFiles } from '@balcao/shared/features/knowledge/files.ts';
import { helpArticlePath } from '@balcao/shared/features/knowledge/help-page.ts';
import { MAX_FOUND_ARTICLES } from '@balcao/shared/features/knowledge/limits.ts';
import { markdownToWhatsApp } from '@balcao/shared/text/markdown-text.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import type { CoreServices } from '../../core/services/core-services.ts';

/** More do not fit beside a text. */
const ANSWERS = 4;

export function knowledgeHandlers({ workspace, session }: Pick<CoreServices, 'workspace' | 'session'>) {
  /** Null where the server has no name that customers reach it by. */
  const linkTo = (id: number): string | null => {
    const { serverUrl, user } = session.state();
    const isShown = user && serverUrl.startsWith('https:') && workspace().store.articles.hasHelpPage();
    return isShown ? `${serverUrl}${helpArticlePath(user.companyId, id)}` : null;
  };

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
        text: markdownToWhatsApp(withoutFiles(articles.byId(id)?.article.body ?? '')),
        link: linkTo(id),
      }));
    },
  } satisfies Partial<Handlers>;
}
