import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { deleteTag, listTags, type TagView } from '@balcao/shared/features/tags/calls.ts';
import { can } from '@balcao/shared/permissions.ts';
import { Badge, Group } from '@mantine/core';
import { IconLayoutKanban, IconTags } from '@tabler/icons-react';
import { useState } from 'react';
import { ListPage } from '../../../renderer/components/list-page.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useApiList } from '../../../renderer/kit/use-list.ts';
import { usePartFigures } from '../../../renderer/kit/use-part-figures.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { TagDialog } from './tag-dialog.tsx';
import classes from './tags.module.css';

const MONTH_DAYS = 30;

/** The company's tags, which everybody keeps. */
export function TagsPage({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const format = useFormat();
  const list = useApiList(listTags, (page) => page.tags);
  const [editing, setEditing] = useState<TagView | 'new' | null>(null);
  const remove = useApiCommand(deleteTag);
  const figuresOf = usePartFigures(user, 'tag', MONTH_DAYS);
  const mayMakeLanes = can(user, 'tags:kanban');
  const mayDelete = (tag: TagView) => tag.kanban !== 1 || mayMakeLanes;

  return (
    <ListPage
      title={t('tags:title')}
      subtitle={t('tags:subtitle')}
      search={t('tags:search')}
      add={{ label: t('tags:add'), onClick: () => setEditing('new') }}
      list={list}
      empty={{
        icon: IconTags,
        title: t('tags:empty'),
        hint: t('tags:emptyHint'),
        example: t('tags:example'),
      }}
      dialog={<TagDialog tag={editing} mayMakeLanes={mayMakeLanes} onClose={() => setEditing(null)} />}
    >
      <ListTable
        rows={list.rows}
        columns={[
          { head: t('tags:name'), cell: (tag) => <Name tag={tag} /> },
          { head: t('tags:tickets'), cell: ({ ticketsCount }) => format.number(ticketsCount) },
          ...(figuresOf
            ? [
                {
                  head: t('tags:month'),
                  visibleFrom: 'xs' as const,
                  cell: ({ id }: TagView) => <Begun count={figuresOf(id)?.begun} />,
                },
              ]
            : []),
        ]}
        actions={(tag) => (
          <RowActions
            edit={{ label: t('tags:editNamed', { name: tag.name }), onClick: () => setEditing(tag) }}
            remove={
              mayDelete(tag)
                ? {
                    label: t('tags:deleteNamed', { name: tag.name }),
                    question: tag.name,
                    run: () => remove.mutateAsync({ params: { tagId: tag.id } }),
                  }
                : undefined
            }
          />
        )}
      />
    </ListPage>
  );
}

/** How many conversations with it began; reports name only those with any. */
function Begun({ count }: { count: number | undefined }) {
  const { t } = useTexts();
  const format = useFormat();
  if (count === undefined) return <span className={cells.detail}>–</span>;
  return <span title={t('tags:monthHint', { days: MONTH_DAYS })}>{format.number(count)}</span>;
}

function Name({ tag }: { tag: TagView }) {
  const { t } = useTexts();
  return (
    <Group gap="xs" wrap="nowrap">
      <span className={classes.dot} style={{ background: tag.color }} />
      <Group gap="4px 8px">
        <span className={cells.name}>{tag.name}</span>
        {tag.kanban === 1 ? (
          <Badge
            variant="light"
            color="gray"
            tt="none"
            leftSection={<IconLayoutKanban size={13} aria-hidden />}
          >
            {t('tags:lane')}
          </Badge>
        ) : null}
      </Group>
    </Group>
  );
}
