import { TITLE } from '@balcao/shared/contract/limits.ts';
import { FILE_LIST_NAME_MIN } from '@balcao/shared/features/file-lists/limits.ts';
import type { FileListRow } from '@balcao/shared/features/file-lists/row.ts';
import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import { useForm } from '@mantine/form';
import type { AttachedFile } from '../../../renderer/components/file-field.tsx';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

export interface OptionValues {
  /** Of this form alone: a new one has no id yet. */
  key: string;
  id: number | null;
  name: string;
  file: AttachedFile | null;
}

interface FormValues {
  name: string;
  message: string;
  options: OptionValues[];
}

export const newOption = (): OptionValues => ({ key: crypto.randomUUID(), id: null, name: '', file: null });

export function useFileListForm(fileList: FileListRow | null) {
  const { t } = useTexts();
  const rules = useRules();
  return useForm<FormValues>({
    initialValues: {
      name: fileList?.name ?? '',
      message: fileList?.message ?? '',
      options: fileList
        ? fileList.options.map(({ id, name, media }) => ({
            key: String(id),
            id,
            name,
            file: media && { mediaId: media.id, name: media.name },
          }))
        : [newOption()],
    },
    validate: {
      name: (text) => {
        const name = text.trim();
        if (name === '') return t('fileLists:required');
        return name.length < FILE_LIST_NAME_MIN ? t('fileLists:nameShort') : rules.atMost(TITLE.max)(name);
      },
      message: (text) =>
        text.trim() === '' ? t('fileLists:required') : rules.atMost(MESSAGE_MAX_CHARS)(text),
    },
  });
}

export type FileListForm = ReturnType<typeof useFileListForm>;

export const fieldsOf = ({ name, message, options }: FormValues) => ({
  name: name.trim(),
  message,
  // A row that nobody has filled in is none.
  options: options
    .filter(({ id, name: called, file }) => id !== null || called.trim() !== '' || file)
    .map(({ id, name: called, file }) => ({ id, name: called.trim(), mediaId: file?.mediaId ?? null })),
});

export const fieldsBefore = ({ name, message, options }: FileListRow) => ({
  name,
  message,
  options: options.map(({ id, name: called, media }) => ({ id, name: called, mediaId: media?.id ?? null })),
});
