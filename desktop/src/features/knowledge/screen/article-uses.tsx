import { getArticle, noteArticleUse } from '@balcao/shared/features/knowledge/calls.ts';
import type { ArticleRow } from '@balcao/shared/features/knowledge/row.ts';
import { Button, Group, Text } from '@mantine/core';
import { IconThumbUp } from '@tabler/icons-react';
import { useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** Who wrote an article and what it was good for, as far as the server can be asked; a reader adds to it. */
export function ArticleUses({ article: { id, updatedAt, published } }: { article: ArticleRow }) {
  const { t } = useTexts();
  const format = useFormat();
  const { data } = useApiQuery(getArticle, { params: { articleId: id } });
  const note = useApiCommand(noteArticleUse);
  const date = format.date(updatedAt);
  const written = data?.userName
    ? t('knowledge:updatedBy', { date, name: data.userName })
    : t('knowledge:updated', { date });
  const uses = data
    ? [
        ...(data.sent > 0 ? [t('knowledge:used', { count: data.sent })] : []),
        ...(data.helped > 0 ? [t('knowledge:helpedTimes', { count: data.helped })] : []),
      ]
    : [];
  const thank = () =>
    note.mutate(
      { params: { articleId: id }, body: { use: 'helped' } },
      { onSuccess: () => showToast(t('knowledge:thanks')) },
    );
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        {[written, ...uses].join(' · ')}
      </Text>
      {published ? (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconThumbUp size={14} stroke={1.6} aria-hidden />}
          disabled={note.isSuccess}
          loading={note.isPending}
          onClick={thank}
        >
          {t('knowledge:helped')}
        </Button>
      ) : null}
    </Group>
  );
}
