import { deletePrompt } from '@balcao/shared/features/prompts/calls.ts';
import type { PromptRow } from '@balcao/shared/features/prompts/row.ts';
import { fold, foldQuery } from '@balcao/shared/text/fold.ts';
import { Table } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { AddButton } from '../../../renderer/components/add-button.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { Page } from '../../../renderer/components/page.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { SearchField } from '../../../renderer/components/search-field.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useConfirmDelete } from '../../../renderer/kit/use-confirm-delete.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { PromptDialog } from './prompt-dialog.tsx';
import { UsageLine } from './usage-line.tsx';

/** From the console's own rows: it opens at once, changes live and works without a network. */
export function PromptsPage() {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<PromptRow | 'new' | null>(null);
  const query = useRows('prompt');
  const found = (query.data ?? []).filter(({ name }) => fold(name).includes(foldQuery(search)));
  const remove = useApiCommand(deletePrompt);
  const confirmDelete = useConfirmDelete();
  const add = <AddButton label={t('prompts:add')} onClick={() => setEditing('new')} />;
  const askDelete = ({ id, name }: PromptRow) =>
    confirmDelete(t('prompts:deleteHint', { name }), () =>
      remove
        .mutateAsync({ params: { promptId: id } })
        .then(() => showToast(t('prompts:deleted'), { color: 'blue' })),
    );

  return (
    <Page
      title={t('prompts:title')}
      subtitle={t('prompts:subtitle')}
      actions={
        <>
          <SearchField label={t('prompts:search')} onSearch={setSearch} />
          {add}
        </>
      }
    >
      <ListView
        query={query}
        isEmpty={found.length === 0}
        search={search}
        empty={{ icon: IconSparkles, title: t('prompts:empty'), hint: t('prompts:emptyHint'), action: add }}
      >
        <PromptsTable prompts={found} onEdit={setEditing} onDelete={askDelete} />
      </ListView>
      <UsageLine />
      <PromptDialog prompt={editing} onClose={() => setEditing(null)} />
    </Page>
  );
}

interface TableProps {
  prompts: readonly PromptRow[];
  onEdit: (prompt: PromptRow) => void;
  onDelete: (prompt: PromptRow) => void;
}

function PromptsTable({ prompts, onEdit, onDelete }: TableProps) {
  const { t } = useTexts();
  const format = useFormat();
  const { data: queues = [] } = useRows('queue');
  const nameOf = (queueId: number | null) => queues.find(({ id }) => id === queueId)?.name;
  return (
    <ListTable
      head={
        <>
          <Table.Th>{t('prompts:name')}</Table.Th>
          <Table.Th>{t('prompts:queue')}</Table.Th>
          <Table.Th>{t('prompts:maxTokens')}</Table.Th>
        </>
      }
    >
      {prompts.map((prompt) => (
        <Table.Tr key={prompt.id}>
          <Table.Td className={cells.name}>{prompt.name}</Table.Td>
          <Table.Td>
            {nameOf(prompt.queueId) ?? <span className={cells.detail}>{t('prompts:noQueue')}</span>}
          </Table.Td>
          <Table.Td>{format.number(prompt.maxTokens)}</Table.Td>
          <Table.Td>
            <RowActions
              edit={{
                label: t('prompts:editNamed', { name: prompt.name }),
                onClick: () => onEdit(prompt),
              }}
              remove={{
                label: t('prompts:deleteNamed', { name: prompt.name }),
                onClick: () => onDelete(prompt),
              }}
            />
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
