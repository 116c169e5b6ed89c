import { deleteFileList } from '@balcao/shared/features/file-lists/calls.ts';
import type { FileListRow } from '@balcao/shared/features/file-lists/row.ts';
import { IconFiles } from '@tabler/icons-react';
import { useState } from 'react';
import { ListPage } from '../../../renderer/components/list-page.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useSearchedList } from '../../../renderer/kit/use-list.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { FileListDialog } from './file-list-dialog.tsx';

/** The list reads the console's own rows: it opens at once, changes live and works without a network. */
export function FileListsPage() {
  const { t } = useTexts();
  const fileLists = useRows('fileList');
  const list = useSearchedList(fileLists, ({ name }) => [name]);
  const [editing, setEditing] = useState<FileListRow | 'new' | null>(null);
  const remove = useApiCommand(deleteFileList);

  return (
    <ListPage
      title={t('fileLists:titleCount', { count: fileLists.data?.length ?? 0 })}
      subtitle={t('fileLists:subtitle')}
      search={t('fileLists:search')}
      add={{ label: t('fileLists:add'), onClick: () => setEditing('new') }}
      list={list}
      empty={{
        icon: IconFiles,
        title: t('fileLists:empty'),
        hint: t('fileLists:emptyHint'),
        example: t('fileLists:example'),
      }}
      dialog={<FileListDialog fileList={editing} onClose={() => setEditing(null)} />}
    >
      <ListTable
        rows={list.rows}
        columns={[
          {
            head: t('fileLists:name'),
            className: cells.name,
            cell: ({ name, options }) => (
              <>
                {name}
                <div className={cells.detail}>{t('fileLists:count', { count: options.length })}</div>
              </>
            ),
          },
        ]}
        actions={(fileList) => (
          <RowActions
            edit={{
              label: t('fileLists:editNamed', { name: fileList.name }),
              onClick: () => setEditing(fileList),
            }}
            remove={{
              label: t('fileLists:deleteNamed', { name: fileList.name }),
              question: t('fileLists:deleteHint', { name: fileList.name }),
              run: () => remove.mutateAsync({ params: { fileListId: fileList.id } }),
              gone: t('fileLists:deleted'),
            }}
          />
        )}
      />
    </ListPage>
  );
}
