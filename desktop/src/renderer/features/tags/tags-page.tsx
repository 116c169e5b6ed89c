import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { deleteTag, listTags, type TagView } from '@balcao/shared/api/tags.ts';
import { can } from '@balcao/shared/permissions.ts';
import { Badge, Button, Group, Table } from '@mantine/core';
import { IconLayoutKanban, IconPlus, IconSearchOff, IconTags } from '@tabler/icons-react';
import { useState } from 'react';
import { useApiCommand, useApiPages } from '../../app/api-query.ts';
import { useFormat } from '../../app/format.ts';
import { QueryView } from '../../app/query-view.tsx';
import { showToast } from '../../app/toasts.tsx';
import { useConfirmDelete } from '../../app/use-confirm-delete.tsx';
import { useTexts } from '../../app/use-texts.ts';
import { LoadMore } from '../../components/load-more.tsx';
import { Page, Panel } from '../../components/page.tsx';
import { RowActions } from '../../components/row-actions.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { StateView } from '../../components/state-view.tsx';
import { TagDialog } from './tag-dialog.tsx';
import classes from './tags.module.css';

/** The company's tags, which everybody keeps (specification document 2, section 2, "Tags page"). */
export function TagsPage({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<TagView | 'new' | null>(null);
  const pages = useApiPages(listTags, search ? { searchParam: search } : {}, (page) => page.tags);
  const remove = useApiCommand(deleteTag);
  const confirmDelete = useConfirmDelete();
  const mayMakeLanes = can(user, 'tags:kanban');
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing('new')}>
      {t('tags:add')}
    </Button>
  );
  const askDelete = (tag: TagView) =>
    confirmDelete(tag.name, () =>
      remove.mutate({ params: { tagId: tag.id } }, { onSuccess: () => showToast(t('common:success')) }),
    );

  return (
    <Page
      title={t('tags:title')}
      subtitle={t('tags:subtitle')}
      actions={
        <>
          <SearchField label={t('tags:search')} clearLabel={t('common:clear')} onSearch={setSearch} />
          {add}
        </>
      }
    >
      <QueryView query={pages}>
        {() =>
          pages.rows.length > 0 ? (
            <Panel>
              <TagsTable
                tags={pages.rows}
                mayMakeLanes={mayMakeLanes}
                onEdit={setEditing}
                onDelete={askDelete}
              />
              <LoadMore pages={pages} />
            </Panel>
          ) : search ? (
            <StateView icon={IconSearchOff} title={t('common:noResults')} hint={t('common:noResultsHint')} />
          ) : (
            <StateView icon={IconTags} title={t('tags:empty')} hint={t('tags:emptyHint')} action={add} />
          )
        }
      </QueryView>
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
    <Table className={classes.table} verticalSpacing="sm" horizontalSpacing="md" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('tags:name')}</Table.Th>
          <Table.Th>{t('tags:tickets')}</Table.Th>
          <Table.Th aria-label={t('common:actions')} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {tags.map((tag) => (
          <Table.Tr key={tag.id}>
            <Table.Td>
              <Group gap="xs" wrap="nowrap">
                <span className={classes.dot} style={{ background: tag.color }} />
                <Group gap="4px 8px">
                  <span className={classes.name}>{tag.name}</span>
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
      </Table.Tbody>
    </Table>
  );
}
