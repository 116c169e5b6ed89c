import { MAX_LISTED_FILES } from '@balcao/shared/features/file-lists/row.ts';
import { ActionIcon, Button, Group, Input, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { type AttachedFile, FileField } from '../../../renderer/components/file-field.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './file-lists.module.css';
import { type FileListForm, newOption } from './use-file-list-form.ts';

/** The files of a list in the order of sending. */
export function FileOptions({ form }: { form: FileListForm }) {
  const { t } = useTexts();
  const { options } = form.values;
  return (
    <div>
      <Input.Label component="div">{t('fileLists:files')}</Input.Label>
      <ol className={classes.options}>
        {options.map(({ key }, index) => (
          <OptionFields key={key} form={form} index={index} />
        ))}
      </ol>
      {options.length < MAX_LISTED_FILES ? (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => form.insertListItem('options', newOption())}
        >
          {t('fileLists:addOption')}
        </Button>
      ) : null}
    </div>
  );
}

function OptionFields({ form, index }: { form: FileListForm; index: number }) {
  const { t } = useTexts();
  const place = index + 1;
  const { options } = form.values;
  const own = options[index];
  // By its key: until its file is there the row may have got another place.
  const attach = (file: AttachedFile | null) =>
    form.setFieldValue('options', (rows) =>
      rows.map((row) => (row.key === own?.key ? { ...row, file } : row)),
    );
  const move = (to: number) => form.reorderListItem('options', { from: index, to });
  return (
    <li className={classes.option}>
      <FileField label={t('fileLists:option', { place })} value={own?.file ?? null} onChange={attach} />
      <Group gap={2} wrap="nowrap" className={classes.tools}>
        <ActionIcon
          aria-label={t('fileLists:moveUp', { place })}
          disabled={index === 0}
          onClick={() => move(index - 1)}
        >
          <IconArrowUp size={16} stroke={1.6} />
        </ActionIcon>
        <ActionIcon
          aria-label={t('fileLists:moveDown', { place })}
          disabled={place === options.length}
          onClick={() => move(index + 1)}
        >
          <IconArrowDown size={16} stroke={1.6} />
        </ActionIcon>
        <ActionIcon
          aria-label={t('fileLists:removeOption', { place })}
          onClick={() => form.removeListItem('options', index)}
        >
          <IconX size={16} stroke={1.6} />
        </ActionIcon>
      </Group>
      <TextInput
        className={classes.name}
        size="xs"
        aria-label={t('fileLists:optionName', { place })}
        placeholder={t('fileLists:optionNameHint')}
        maxLength={255}
        {...form.getInputProps(`options.${index}.name`)}
      />
    </li>
  );
}
