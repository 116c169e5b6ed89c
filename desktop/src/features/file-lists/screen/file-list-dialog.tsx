import { createFileList, updateFileList } from '@balcao/shared/features/file-lists/calls.ts';
import type { FileListRow } from '@balcao/shared/features/file-lists/row.ts';
import { Stack, TextInput } from '@mantine/core';
import { isOnItsWay } from '../../../renderer/components/file-field.tsx';
import { FormActions } from '../../../renderer/components/form-actions.tsx';
import { FormDialog, useUnsaved } from '../../../renderer/components/form-dialog.tsx';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { TemplateField } from '../../../renderer/components/template-field.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { changedFields } from '../../../renderer/kit/changed-fields.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import { FileOptions } from './file-options.tsx';
import { fieldsBefore, fieldsOf, useFileListForm } from './use-file-list-form.ts';

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
  const form = useFileListForm(fileList);
  useUnsaved(form.isDirty);
  const submit = form.onSubmit(async (values) => {
    const fields = fieldsOf(values);
    const saved = fileList
      ? update.mutateAsync({
          params: { fileListId: fileList.id },
          body: changedFields(fields, fieldsBefore(fileList)),
        })
      : create.mutateAsync({ body: fields });
    await whenSaved(saved, t('fileLists:saved'), onClose);
  });
  const isUploading = form.values.options.some(({ file }) => isOnItsWay(file));

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
        <TemplateField
          label={t('fileLists:message')}
          minRows={3}
          {...form.getInputProps('message')}
          value={form.values.message}
        />
        <FileOptions form={form} />
        <FormActions saving={create.isPending || update.isPending || isUploading} onCancel={onClose} />
      </Stack>
    </form>
  );
}
