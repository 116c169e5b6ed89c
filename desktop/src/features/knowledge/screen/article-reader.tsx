import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { ArticleItem } from '@balcao/shared/features/knowledge/bridge.ts';
import type { ArticleRow } from '@balcao/shared/features/knowledge/row.ts';
import { Group, Text } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { Link } from 'wouter';
import { BackButton } from '../../../renderer/components/back-button.tsx';
import { Page, Panel } from '../../../renderer/components/page.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { StateView } from '../../../renderer/components/state-view.tsx';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { ArticleActions } from './article-actions.tsx';
import { ArticlePills } from './article-list.tsx';
import { articlePath } from './article-path.ts';
import { ArticleUses } from './article-uses.tsx';
import classes from './knowledge.module.css';
import { MarkdownText } from './markdown-text.tsx';

interface Props {
  id: number;
  user: SessionUser;
}

/** One article, as this computer has it. */
export function ArticleReader({ id, user }: Props) {
  const query = useBridgeQuery('knowledge.get', { id });
  const { t } = useTexts();
  const title = query.data?.article.title ?? t('knowledge:title');
  return (
    <Page
      title={title}
      {...(query.data?.article.category ? { subtitle: query.data.article.category } : {})}
      actions={
        <>
          <BackButton href="/knowledge" label={t('knowledge:back')} />
          {query.data ? <ArticleActions {...query.data} user={user} /> : null}
        </>
      }
    >
      <QueryView query={query}>
        {(found) =>
          found === null ? (
            <StateView icon={IconBook2} title={t('knowledge:gone')} hint={t('knowledge:goneHint')} />
          ) : (
            <Article {...found} />
          )
        }
      </QueryView>
    </Page>
  );
}

function Article({ article, others }: { article: ArticleRow; others: readonly ArticleItem[] }) {
  const { t } = useTexts();
  return (
    <>
      <Group gap="xs">
        <ArticlePills article={article} />
        <OtherLanguages others={others} />
      </Group>
      <Panel>
        <article className={classes.paper} lang={article.language}>
          {article.body.trim() === '' ? (
            <Text c="dimmed">{t('knowledge:blank')}</Text>
          ) : (
            <MarkdownText text={article.body} files={article.files} />
          )}
        </article>
      </Panel>
      <ArticleUses article={article} />
    </>
  );
}

function OtherLanguages({ others }: { others: readonly ArticleItem[] }) {
  const { t } = useTexts();
  if (others.length === 0) return null;
  return (
    <Text size="sm" c="dimmed" component="span">
      {t('knowledge:otherLanguages')}{' '}
      {others.map(({ id, language }) => (
        <Link key={id} href={articlePath(id)} className={classes.other}>
          {t(`common:languages.${language}`)}
        </Link>
      ))}
    </Text>
  );
}
