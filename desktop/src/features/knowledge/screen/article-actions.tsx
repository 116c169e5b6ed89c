import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { ArticleItem } from '@balcao/shared/features/knowledge/bridge.ts';
import { deleteArticle } from '@balcao/shared/features/knowledge/calls.ts';
import type { ArticleRow } from '@balcao/shared/features/knowledge/row.ts';
import { can } from '@balcao/shared/permissions.ts';
import { LANGUAGES } from '@balcao/shared/text/languages.ts';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDotsVertical, IconHistory, IconLanguage, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useConfirmDelete } from '../../../renderer/kit/use-confirm-delete.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { ArticleDialog, type ArticleStart } from './article-dialog.tsx';
import { ArticleHistory } from './article-history.tsx';
import { articlePath } from './article-path.ts';

interface Props {
  article: ArticleRow;
  others: readonly ArticleItem[];
  user: SessionUser;
}

/** What whoever writes articles does with one. */
export function ArticleActions({ article, others, user }: Props) {
  const { t } = useTexts();
  const [editing, setEditing] = useState<ArticleStart | null>(null);
  const [showsHistory, setHistory] = useState(false);
  const confirmDelete = useConfirmDelete();
  const remove = useApiCommand(deleteArticle);
  if (!can(user, 'knowledge:write')) return null;
  const missing = LANGUAGES.find(
    (language) => language !== article.language && others.every((other) => other.language !== language),
  );
  const erase = async () => {
    await remove.mutateAsync({ params: { articleId: article.id } });
    navigate('/knowledge');
  };
  return (
    <>
      <Button
        leftSection={<IconPencil size={16} stroke={1.6} aria-hidden />}
        onClick={() => setEditing({ article })}
      >
        {t('knowledge:edit')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            size="lg"
            variant="default"
            aria-label={t('common:more', { action: t('knowledge:history.title') })}
          >
            <IconDotsVertical size={18} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconHistory size={16} stroke={1.7} aria-hidden />}
            onClick={() => setHistory(true)}
          >
            {t('knowledge:history.title')}
          </Menu.Item>
          {missing ? (
            <Menu.Item
              leftSection={<IconLanguage size={16} stroke={1.7} aria-hidden />}
              onClick={() => setEditing({ translated: article, language: missing })}
            >
              {t('knowledge:translate')}
            </Menu.Item>
          ) : null}
          <Menu.Item
            color="red"
            aria-label={t('knowledge:deleteNamed', { name: article.title })}
            leftSection={<IconTrash size={16} stroke={1.7} aria-hidden />}
            onClick={() => confirmDelete(article.title, erase, t('knowledge:deleted'))}
          >
            {t('common:delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ArticleDialog
        article={editing}
        onClose={() => setEditing(null)}
        onSaved={({ id }) => navigate(articlePath(id))}
      />
      <ArticleHistory article={article} opened={showsHistory} onClose={() => setHistory(false)} />
    </>
  );
}
