import type { Names } from './names.ts';

export const pageEntry = ({
  camels,
  Pascals,
  kebabs,
}: Names) => `import { IconList } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../kit/pages.ts';

export const page: PageEntry = {
  title: '${camels}:title',
  group: 'service',
  path: '/${kebabs}',
  icon: IconList,
  render: lazyPage(() => import('./${kebabs}-page.tsx'), '${Pascals}Page'),
};
`;

export const page = ({
  camel,
  camels,
  Pascal,
  Pascals,
  kebab,
  kebabs,
}: Names) => `import { delete${Pascal} } from '@balcao/shared/api/${kebabs}.ts';
import { fold, foldQuery } from '@balcao/shared/text/fold.ts';
import type { ${Pascal}Row } from '@balcao/shared/model/${kebab}.ts';
import { Table } from '@mantine/core';
import { IconList } from '@tabler/icons-react';
import { useState } from 'react';
import { AddButton } from '../../components/add-button.tsx';
import cells from '../../components/list-table.module.css';
import { ListTable } from '../../components/list-table.tsx';
import { ListView } from '../../components/list-view.tsx';
import { Page } from '../../components/page.tsx';
import { RowActions } from '../../components/row-actions.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useApiCommand } from '../../kit/api-query.ts';
import { useConfirmDelete } from '../../kit/use-confirm-delete.ts';
import { useRows } from '../../kit/use-rows.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { ${Pascal}Dialog } from './${kebab}-dialog.tsx';

/** From the console's own rows: it opens at once, changes live and works without a network. */
export function ${Pascals}Page() {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<${Pascal}Row | 'new' | null>(null);
  const query = useRows('${camel}');
  const found = (query.data ?? []).filter(({ name }) => fold(name).includes(foldQuery(search)));
  const remove = useApiCommand(delete${Pascal});
  const confirmDelete = useConfirmDelete();
  const add = <AddButton label={t('${camels}:add')} onClick={() => setEditing('new')} />;
  const askDelete = (${camel}: ${Pascal}Row) =>
    confirmDelete(${camel}.name, () => remove.mutateAsync({ params: { ${camel}Id: ${camel}.id } }));

  return (
    <Page
      title={t('${camels}:title')}
      actions={
        <>
          <SearchField label={t('${camels}:search')} onSearch={setSearch} />
          {add}
        </>
      }
    >
      <ListView
        query={query}
        isEmpty={found.length === 0}
        search={search}
        empty={{ icon: IconList, title: t('${camels}:empty'), hint: t('${camels}:emptyHint'), action: add }}
      >
        <ListTable head={<Table.Th>{t('${camels}:name')}</Table.Th>}>
          {found.map((${camel}) => (
            <Table.Tr key={${camel}.id}>
              <Table.Td className={cells.name}>{${camel}.name}</Table.Td>
              <Table.Td>
                <RowActions
                  edit={{
                    label: t('${camels}:editNamed', { name: ${camel}.name }),
                    onClick: () => setEditing(${camel}),
                  }}
                  remove={{
                    label: t('${camels}:deleteNamed', { name: ${camel}.name }),
                    onClick: () => askDelete(${camel}),
                  }}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      </ListView>
      <${Pascal}Dialog ${camel}={editing} onClose={() => setEditing(null)} />
    </Page>
  );
}
`;

export const dialog = ({
  camel,
  camels,
  Pascal,
  kebab,
  kebabs,
}: Names) => `import { create${Pascal}, update${Pascal} } from '@balcao/shared/api/${kebabs}.ts';
import type { ${Pascal}Row } from '@balcao/shared/model/${kebab}.ts';
import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormActions } from '../../components/form-actions.tsx';
import { FormDialog, useUnsaved } from '../../components/form-dialog.tsx';
import { FormError } from '../../components/form-error.tsx';
import { useApiCommand } from '../../kit/api-query.ts';
import { changedFields } from '../../kit/changed-fields.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { whenSaved } from '../../kit/when-saved.ts';

interface Props {
  ${camel}: ${Pascal}Row | 'new' | null;
  onClose: () => void;
}

export function ${Pascal}Dialog({ ${camel}, onClose }: Props) {
  const { t } = useTexts();
  return (
    <FormDialog
      value={${camel}}
      title={(shown) => (shown === 'new' ? t('${camels}:addTitle') : t('${camels}:editTitle'))}
      size="md"
      onClose={onClose}
    >
      {(shown) => <${Pascal}Form ${camel}={shown === 'new' ? null : shown} onClose={onClose} />}
    </FormDialog>
  );
}

function ${Pascal}Form({ ${camel}, onClose }: { ${camel}: ${Pascal}Row | null; onClose: () => void }) {
  const { t } = useTexts();
  const create = useApiCommand(create${Pascal}, { quiet: true });
  const update = useApiCommand(update${Pascal}, { quiet: true });
  const form = useForm({
    initialValues: { name: ${camel}?.name ?? '' },
    validate: {
      name: (name) => {
        if (name.trim().length === 0) return t('${camels}:nameRequired');
        return name.trim().length > 100 ? t('common:rules.tooLong') : null;
      },
    },
  });
  useUnsaved(form.isDirty);
  const submit = form.onSubmit(async ({ name }) => {
    const fields = { name: name.trim() };
    const saved = ${camel}
      ? update.mutateAsync({ params: { ${camel}Id: ${camel}.id }, body: changedFields(fields, ${camel}) })
      : create.mutateAsync({ body: fields });
    await whenSaved(saved, ${camel} ? t('common:updated') : t('common:success'), onClose);
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError error={create.error ?? update.error} />
        <TextInput label={t('${camels}:name')} data-autofocus autoComplete="off" {...form.getInputProps('name')} />
        <FormActions saving={create.isPending || update.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
`;
