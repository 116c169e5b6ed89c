import type { Names } from './names.ts';

export const pageEntry = ({
  camels,
  Pascals,
  kebabs,
}: Names) => `import { IconList } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';

export const ${camels} = {
  pages: [
    {
      title: '${camels}:title',
      group: 'service',
      path: '/${kebabs}',
      icon: IconList,
      render: lazyPage(() => import('./${kebabs}-page.tsx'), '${Pascals}Page'),
    },
  ],
} satisfies ScreenFeature;
`;

export const page = ({
  camel,
  camels,
  Pascal,
  Pascals,
  kebab,
  kebabs,
}: Names) => `import { delete${Pascal} } from '@balcao/shared/features/${kebabs}/calls.ts';
import type { ${Pascal}Row } from '@balcao/shared/features/${kebabs}/row.ts';
import { IconList } from '@tabler/icons-react';
import { useState } from 'react';
import { ListPage } from '../../../renderer/components/list-page.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useSearchedList } from '../../../renderer/kit/use-list.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { ${Pascal}Dialog } from './${kebab}-dialog.tsx';

/** This list reads the console's own rows: it opens at once, changes live and works without a network. */
export function ${Pascals}Page() {
  const { t } = useTexts();
  const list = useSearchedList(useRows('${camel}'), ({ name }) => [name]);
  const [editing, setEditing] = useState<${Pascal}Row | 'new' | null>(null);
  const remove = useApiCommand(delete${Pascal});

  return (
    <ListPage
      title={t('${camels}:title')}
      search={t('${camels}:search')}
      add={{ label: t('${camels}:add'), onClick: () => setEditing('new') }}
      list={list}
      empty={{ icon: IconList, title: t('${camels}:empty'), hint: t('${camels}:emptyHint') }}
      dialog={<${Pascal}Dialog ${camel}={editing} onClose={() => setEditing(null)} />}
    >
      <ListTable
        rows={list.rows}
        columns={[{ head: t('${camels}:name'), className: cells.name, cell: ({ name }) => name }]}
        actions={(${camel}) => (
          <RowActions
            edit={{
              label: t('${camels}:editNamed', { name: ${camel}.name }),
              onClick: () => setEditing(${camel}),
            }}
            remove={{
              label: t('${camels}:deleteNamed', { name: ${camel}.name }),
              question: ${camel}.name,
              run: () => remove.mutateAsync({ params: { ${camel}Id: ${camel}.id } }),
            }}
          />
        )}
      />
    </ListPage>
  );
}
`;

export const dialog = ({
  camel,
  camels,
  Pascal,
  kebabs,
}: Names) => `import { TITLE } from '@balcao/shared/contract/limits.ts';
import { create${Pascal}, update${Pascal} } from '@balcao/shared/features/${kebabs}/calls.ts';
import type { ${Pascal}Row } from '@balcao/shared/features/${kebabs}/row.ts';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { RecordDialog } from '../../../renderer/components/record-dialog.tsx';
import { RecordForm } from '../../../renderer/components/record-form.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { changedFields } from '../../../renderer/kit/changed-fields.ts';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';

interface Props {
  ${camel}: ${Pascal}Row | 'new' | null;
  onClose: () => void;
}

export function ${Pascal}Dialog({ ${camel}, onClose }: Props) {
  const { t } = useTexts();
  return (
    <RecordDialog
      record={${camel}}
      addTitle={t('${camels}:addTitle')}
      editTitle={t('${camels}:editTitle')}
      size="md"
      onClose={onClose}
    >
      {(known) => <${Pascal}Form ${camel}={known} onClose={onClose} />}
    </RecordDialog>
  );
}

function ${Pascal}Form({ ${camel}, onClose }: { ${camel}: ${Pascal}Row | null; onClose: () => void }) {
  const { t } = useTexts();
  const create = useApiCommand(create${Pascal}, { quiet: true });
  const update = useApiCommand(update${Pascal}, { quiet: true });
  const rules = useRules();
  const form = useForm({ initialValues: { name: ${camel}?.name ?? '' }, validate: { name: rules.within(TITLE) } });
  const submit = form.onSubmit(async ({ name }) => {
    const fields = { name: name.trim() };
    const saved = ${camel}
      ? update.mutateAsync({ params: { ${camel}Id: ${camel}.id }, body: changedFields(fields, ${camel}) })
      : create.mutateAsync({ body: fields });
    await whenSaved(saved, ${camel} ? t('common:updated') : t('common:success'), onClose);
  });

  return (
    <RecordForm isUnsaved={form.isDirty} onSubmit={submit} commands={[create, update]} onClose={onClose}>
      <TextInput label={t('${camels}:name')} data-autofocus autoComplete="off" {...form.getInputProps('name')} />
    </RecordForm>
  );
}
`;
