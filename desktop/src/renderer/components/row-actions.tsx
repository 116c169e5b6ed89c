import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useTexts } from '../app/use-texts.ts';

/** `label` names the record too: a list of buttons that are all called "edit" tells nobody which is which. */
interface RowAction {
  label: string;
  onClick: () => void;
}

/** What can be done with a record, at the end of its row. Without `remove` it may not be deleted. */
export function RowActions({ edit, remove }: { edit: RowAction; remove: RowAction | undefined }) {
  const { t } = useTexts();
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Tooltip label={t('common:edit')}>
        <ActionIcon aria-label={edit.label} onClick={edit.onClick}>
          <IconPencil size={18} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      {remove ? (
        <Tooltip label={t('common:delete')}>
          <ActionIcon aria-label={remove.label} onClick={remove.onClick}>
            <IconTrash size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      ) : null}
    </Group>
  );
}
