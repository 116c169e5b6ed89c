import { createFileList, updateFileList } from '@balcao/shared/features/file-lists/calls.ts';
import type { FileListRow } from '@balcao/shared/features/file-lists/row.ts';
import { TextInput } from '@mantine/core';
import { isOnItsWay } from '../../components/file-field.tsx';
import { RecordDialog } from '../../components/record-dialog.tsx';
import { RecordForm } from '../../components/record-form.tsx';
import { TemplateField } from '../../components/template-field.tsx';
import { useApiCommand } from '../../kit/api-query.ts';
import { changedFields } from '../../kit/changed-fields.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { whenSaved } from '../../kit/when-saved.ts';
import { FileOptions } from './file-options.tsx';
import { fieldsBefore, fieldsOf, useFileListForm } from './use-file-list-form.ts';

interface Props {
  fileList: FileListRow | 'new' | null;
  onClose: () => void;
}

export function FileListDialog({ fileList, onClose }: Props) {
  const { t } = useTexts();
  return (
    <RecordDialog
      record={fileList}
      addTitle={t('fileLists:addTitle')}
      editTitle={t('fileLists:editTitle')}
      onClose={onClose}
    >
      {(known) => <FileListForm fileList={known} onClose={onClose} />}
    </RecordDialog>
  );
}

function FileListForm({ fileList, onClose }: { fileList: FileListRow | null; onClose: () => void }) {
  const { t } = useTexts();
  const create = useApiCommand(createFileList, { quiet: true });
  const update = useApiCommand(updateFileList, { quiet: true });
  const form = useFileListForm(fileList);
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
    <RecordForm
      isUnsaved={form.isDirty}
      onSubmit={submit}
      commands={[create, update]}
      isWaiting={isUploading}
      onClose={onClose}
    >
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
    </RecordForm>
  );
}
