import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { deleteTag, listTags, type TagView } from '@balcao/shared/features/tags/calls.ts';
import { can } from '@balcao/shared/permissions.ts';
import { Badge, Group, Table } from '@mantine/core';
import { IconLayoutKanban, IconTags } from '@tabler/icons-react';
import { useState } from 'react';
import { AddButton } from '../../../renderer/components/add-button.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { Page } from '../../../renderer/components/page.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { SearchField } from '../../../renderer/components/search-field.tsx';
import { useApiCommand, useApiPages } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useConfirmDelete } from '../../../renderer/kit/use-confirm-delete.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { TagDialog } from './tag-dialog.tsx';
import classes from './tags.module.css';

/** The company's tags, which everybody keeps. */
export function TagsPage({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<TagView | 'new' | null>(null);
  const pages = useApiPages(listTags, search ? { searchParam: search } : {}, (page) => page.tags);
  const remove = useApiCommand(deleteTag);
  const confirmDelete = useConfirmDelete();
  const mayMakeLanes = can(user, 'tags:kanban');
  const add = <AddButton label={t('tags:add')} onClick={() => setEditing('new')} />;
  const askDelete = (tag: TagView) =>
    confirmDelete(tag.name, () => remove.mutateAsync({ params: { tagId: tag.id } }));

  return (
    <Page
      title={t('tags:title')}
      subtitle={t('tags:subtitle')}
      actions={
        <>
          <SearchField label={t('tags:search')} onSearch={setSearch} />
          {add}
        </>
      }
    >
      <ListView
        query={pages}
        isEmpty={pages.rows.length === 0}
        search={search}
        empty={{ icon: IconTags, title: t('tags:empty'), hint: t('tags:emptyHint'), action: add }}
      >
        <TagsTable tags={pages.rows} mayMakeLanes={mayMakeLanes} onEdit={setEditing} onDelete={askDelete} />
      </ListView>
      <TagDialog tag={editing} mayMakeLanes={mayMakeLanes} onClose={() => setEditing(null)} />
    </Page>
  );
}

interface TableProps {
  tags: TagView[];
  mayMakeLanes: boolean;
  onEdit: (tag: TagView) => void;
  onDelete: (tag: TagView) => void;
}

function TagsTable({ tags, mayMakeLanes, onEdit, onDelete }: TableProps) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <ListTable
      head={
        <>
          <Table.Th>{t('tags:name')}</Table.Th>
          <Table.Th>{t('tags:tickets')}</Table.Th>
        </>
      }
    >
      {tags.map((tag) => (
        <Table.Tr key={tag.id}>
          <Table.Td>
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
          </Table.Td>
          <Table.Td>{format.number(tag.ticketsCount)}</Table.Td>
          <Table.Td>
            <RowActions
              edit={{ label: t('tags:editNamed', { name: tag.name }), onClick: () => onEdit(tag) }}
              remove={
                tag.kanban === 1 && !mayMakeLanes
                  ? undefined
                  : { label: t('tags:deleteNamed', { name: tag.name }), onClick: () => onDelete(tag) }
              }
            />
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
