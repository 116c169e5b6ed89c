import { createFileList, updateFileList } from '@balcao/shared/api/file-lists.ts';
import type { FileListRow } from '@balcao/shared/model/file-list.ts';
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
  fileList: FileListRow | 'new' | null;
  onClose: () => void;
}

export function FileListDialog({ fileList, onClose }: Props) {
  const { t } = useTexts();
  return (
    <FormDialog
      value={fileList}
      title={(shown) => (shown === 'new' ? t('fileLists:addTitle') : t('fileLists:editTitle'))}
      size="md"
      onClose={onClose}
    >
      {(shown) => <FileListForm fileList={shown === 'new' ? null : shown} onClose={onClose} />}
    </FormDialog>
  );
}

function FileListForm({ fileList, onClose }: { fileList: FileListRow | null; onClose: () => void }) {
  const { t } = useTexts();
  const create = useApiCommand(createFileList, { quiet: true });
  const update = useApiCommand(updateFileList, { quiet: true });
  const form = useForm({
    initialValues: { name: fileList?.name ?? '' },
    validate: {
      name: (name) => {
        if (name.trim().length === 0) return t('fileLists:nameRequired');
        return name.trim().length > 100 ? t('common:rules.tooLong') : null;
      },
    },
  });
  useUnsaved(form.isDirty);
  const submit = form.onSubmit(async ({ name }) => {
    const fields = { name: name.trim() };
    const saved = fileList
      ? update.mutateAsync({ params: { fileListId: fileList.id }, body: changedFields(fields, fileList) })
      : create.mutateAsync({ body: fields });
    await whenSaved(saved, fileList ? t('common:updated') : t('common:success'), onClose);
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError error={create.error ?? update.error} />
        <TextInput
          label={t('fileLists:name')}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <FormActions saving={create.isPending || update.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
