import {
  type ArticleVersionItem,
  getArticleVersion,
  listArticleVersions,
  updateArticle,
} from '@balcao/shared/features/knowledge/calls.ts';
import type { ArticleRow } from '@balcao/shared/features/knowledge/row.ts';
import { Button, Group, Modal, NavLink, Text } from '@mantine/core';
import { useState } from 'react';
import { TextDifferences } from '../../../renderer/components/differences/text-differences.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import classes from './knowledge.module.css';

interface Props {
  article: ArticleRow;
  opened: boolean;
  onClose: () => void;
}

/** Who changed an article when, what differs from now, and the way back. */
export function ArticleHistory({ article, opened, onClose }: Props) {
  const { t } = useTexts();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="xl"
      title={t('knowledge:history.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Versions article={article} onClose={onClose} />
    </Modal>
  );
}

function Versions({ article, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTexts();
  const format = useFormat();
  const query = useApiQuery(listArticleVersions, { params: { articleId: article.id } });
  const [chosen, setChosen] = useState<number | null>(null);
  const described = ({ at, userName }: ArticleVersionItem) =>
    userName === null
      ? format.moment(at)
      : t('knowledge:history.by', { date: format.moment(at), name: userName });
  return (
    <QueryView query={query}>
      {({ versions }) => (
        <div className={classes.history}>
          <nav aria-label={t('knowledge:history.versions')} className={classes.versions}>
            {versions.map((item) => (
              <NavLink
                key={item.version}
                component="button"
                type="button"
                active={item.version === chosen}
                label={
                  item.version === article.version
                    ? t('knowledge:history.now')
                    : t('knowledge:history.version', { version: item.version })
                }
                description={described(item)}
                onClick={() => setChosen(item.version)}
              />
            ))}
          </nav>
          {chosen === null ? null : (
            <Version key={chosen} article={article} version={chosen} onClose={onClose} />
          )}
        </div>
      )}
    </QueryView>
  );
}

interface VersionProps {
  article: ArticleRow;
  version: number;
  onClose: () => void;
}

function Version({ article, version, onClose }: VersionProps) {
  const { t } = useTexts();
  const query = useApiQuery(getArticleVersion, { params: { articleId: article.id, version } });
  const restore = useApiCommand(updateArticle);
  const bring = ({ title, category, body }: { title: string; category: string; body: string }) =>
    whenSaved(
      restore.mutateAsync({
        params: { articleId: article.id },
        body: { title, category, body, version: article.version },
      }),
      t('knowledge:history.restored', { version }),
      onClose,
    );
  return (
    <div className={classes.version}>
      <QueryView query={query}>
        {(was) => (
          <>
            <Text size="sm" fw={600} mb="xs">
              {t('knowledge:history.changes')}
            </Text>
            <TextDifferences before={wordsOf(was)} after={wordsOf(article)} />
            {version === article.version ? null : (
              <Group justify="space-between" mt="md">
                <Text size="xs" c="dimmed">
                  {t('knowledge:history.restoreHint')}
                </Text>
                <Button variant="default" loading={restore.isPending} onClick={() => void bring(was)}>
                  {t('knowledge:history.restore')}
                </Button>
              </Group>
            )}
          </>
        )}
      </QueryView>
    </div>
  );
}

const wordsOf = ({ title, category, body }: { title: string; category: string; body: string }) =>
  [title, category, body].filter(Boolean).join('\n\n');
