import { deleteFileList } from '@balcao/shared/features/file-lists/calls.ts';
import type { FileListRow } from '@balcao/shared/features/file-lists/row.ts';
import { fold, foldQuery } from '@balcao/shared/text/fold.ts';
import { Table } from '@mantine/core';
import { IconFiles } from '@tabler/icons-react';
import { useState } from 'react';
import { AddButton } from '../../../renderer/components/add-button.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { Page } from '../../../renderer/components/page.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { SearchField } from '../../../renderer/components/search-field.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useConfirmDelete } from '../../../renderer/kit/use-confirm-delete.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { FileListDialog } from './file-list-dialog.tsx';

/** From the console's own rows: it opens at once, changes live and works without a network. */
export function FileListsPage() {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<FileListRow | 'new' | null>(null);
  const query = useRows('fileList');
  const found = (query.data ?? []).filter(({ name }) => fold(name).includes(foldQuery(search)));
  const remove = useApiCommand(deleteFileList);
  const confirmDelete = useConfirmDelete();
  const add = <AddButton label={t('fileLists:add')} onClick={() => setEditing('new')} />;
  const askDelete = ({ id, name }: FileListRow) =>
    confirmDelete(
      t('fileLists:deleteHint', { name }),
      () => remove.mutateAsync({ params: { fileListId: id } }),
      t('fileLists:deleted'),
    );

  return (
    <Page
      title={t('fileLists:titleCount', { count: query.data?.length ?? 0 })}
      subtitle={t('fileLists:subtitle')}
      actions={
        <>
          <SearchField label={t('fileLists:search')} onSearch={setSearch} />
          {add}
        </>
      }
    >
      <ListView
        query={query}
        isEmpty={found.length === 0}
        search={search}
        empty={{ icon: IconFiles, title: t('fileLists:empty'), hint: t('fileLists:emptyHint'), action: add }}
      >
        <ListTable head={<Table.Th>{t('fileLists:name')}</Table.Th>}>
          {found.map((fileList) => (
            <Table.Tr key={fileList.id}>
              <Table.Td className={cells.name}>
                {fileList.name}
                <div className={cells.detail}>{t('fileLists:count', { count: fileList.options.length })}</div>
              </Table.Td>
              <Table.Td>
                <RowActions
                  edit={{
                    label: t('fileLists:editNamed', { name: fileList.name }),
                    onClick: () => setEditing(fileList),
                  }}
                  remove={{
                    label: t('fileLists:deleteNamed', { name: fileList.name }),
                    onClick: () => askDelete(fileList),
                  }}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      </ListView>
      <FileListDialog fileList={editing} onClose={() => setEditing(null)} />
    </Page>
  );
}
