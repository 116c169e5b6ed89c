import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { ArticleItem } from '@balcao/shared/features/knowledge/bridge.ts';
import { listArticles } from '@balcao/shared/features/knowledge/calls.ts';
import { MAX_FOUND_ARTICLES } from '@balcao/shared/features/knowledge/limits.ts';
import { can } from '@balcao/shared/permissions.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBook2 } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { ListPage } from '../../../renderer/components/list-page.tsx';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { REQUEST_DEBOUNCE_MS } from '../../../renderer/kit/limits.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { ArticleDialog } from './article-dialog.tsx';
import { articlePath } from './article-path.ts';
import { ImportDialog } from './import-dialog.tsx';
import classes from './knowledge.module.css';
import { KnowledgeTabs } from './knowledge-tabs.tsx';
import { SynonymsDialog } from './synonyms-dialog.tsx';

/** All articles by category, or the best answers to what was typed. */
export function ArticleList({ user }: { user: SessionUser }) {
  const { t, i18n } = useTexts();
  const [text, onSearch] = useState('');
  const [isNew, setNew] = useState(false);
  const [isImport, setImport] = useState(false);
  const [isSynonyms, setSynonyms] = useState(false);
  const isSearch = text !== '';
  const all = useBridgeQuery('knowledge.list', null);
  const sought = { text, language: i18n.language as Language, limit: MAX_FOUND_ARTICLES };
  const found = useBridgeQuery('knowledge.search', sought, { enabled: isSearch });
  const meant = useMeant(user, text);
  const { data, error, isPending, refetch } = isSearch ? found : all;
  const ids = new Set(data?.map(({ id }) => id));
  const rows = [...(data ?? []), ...meant.filter(({ id }) => !ids.has(id))];
  const mayWrite = can(user, 'knowledge:write');
  return (
    <ListPage
      title={t('knowledge:title')}
      subtitle={t('knowledge:subtitle')}
      search={t('knowledge:search')}
      tools={
        mayWrite ? (
          <>
            <Button variant="default" onClick={() => setSynonyms(true)}>
              {t('knowledge:synonyms.open')}
            </Button>
            <Button variant="default" onClick={() => setImport(true)}>
              {t('knowledge:import.open')}
            </Button>
          </>
        ) : null
      }
      {...(mayWrite ? { add: { label: t('knowledge:add'), onClick: () => setNew(true) } } : {})}
      above={<KnowledgeTabs user={user} shown="articles" />}
      list={{ data, error, isPending, refetch, rows, isNarrowed: isSearch, onSearch }}
      empty={{
        icon: IconBook2,
        title: t('knowledge:empty'),
        hint: t(mayWrite ? 'knowledge:emptyHint' : 'knowledge:emptyReaderHint'),
        example: t('knowledge:example'),
      }}
      dialog={
        <>
          <ArticleDialog
            article={isNew ? {} : null}
            onClose={() => setNew(false)}
            onSaved={({ id }) => navigate(articlePath(id))}
          />
          <ImportDialog opened={isImport} onClose={() => setImport(false)} />
          <SynonymsDialog opened={isSynonyms} onClose={() => setSynonyms(false)} />
        </>
      }
    >
      {isSearch ? <Articles articles={rows} /> : <ByCategory articles={rows} />}
    </ListPage>
  );
}

/** What the server alone finds, by what the words mean, where the company has named a model for that. */
function useMeant(user: SessionUser, text: string): readonly ArticleItem[] {
  const [settled] = useDebouncedValue(text, REQUEST_DEBOUNCE_MS);
  const { data: settings = [] } = useRows('setting');
  const hasModel = settings.some(({ id, value }) => id === 'embeddingModel' && value !== '');
  const enabled = text !== '' && text === settled && hasModel && user.company.plan?.useOpenAi === true;
  const { data } = useApiQuery(listArticles, { query: { searchParam: settled } }, { enabled });
  return (enabled && data?.articles.filter(({ published }) => published)) || [];
}

function ByCategory({ articles }: { articles: readonly ArticleItem[] }) {
  const { t } = useTexts();
  const groups = Map.groupBy(articles, ({ category }) => category);
  return [...groups].map(([category, inside]) => (
    <section key={category} className={classes.group} aria-label={category || t('knowledge:noCategory')}>
      {groups.size > 1 || category ? (
        <h2 className={classes.category}>{category || t('knowledge:noCategory')}</h2>
      ) : null}
      <Articles articles={inside} />
    </section>
  ));
}

function Articles({ articles }: { articles: readonly ArticleItem[] }) {
  return (
    <ul className={classes.articles}>
      {articles.map((article) => (
        <li key={article.id}>
          <Link href={articlePath(article.id)} className={classes.article}>
            <span className={classes.name}>{article.title}</span>
            <ArticlePills article={article} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** What is to be known of an article before it is used. */
export function ArticlePills({ article: { published, audience, language } }: { article: ArticleItem }) {
  const { t, i18n } = useTexts();
  return (
    <>
      {language === i18n.language ? null : (
        <StatusPill tone="neutral">{t(`common:languages.${language}`)}</StatusPill>
      )}
      {audience === 'customers' ? <StatusPill tone="info">{t('knowledge:forCustomers')}</StatusPill> : null}
      {published ? null : <StatusPill tone="warning">{t('knowledge:draft')}</StatusPill>}
    </>
  );
}
