import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../kit/use-texts.ts';

/** `label` names the record too: buttons that are all called "edit" cannot be distinguished. */
interface RowAction {
  label: string;
  onClick: () => void;
}

interface Props {
  /** Absent where it may not be changed. */
  edit?: RowAction | undefined;
  /** Absent where it may not be deleted. */
  remove?: RowAction | undefined;
  /** Further actions on such records, before these two. */
  children?: ReactNode;
}

/** The actions on a record, at the end of its row. */
export function RowActions({ edit, remove, children }: Props) {
  const { t } = useTexts();
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {children}
      {edit ? (
        <Tooltip label={t('common:edit')}>
          <ActionIcon aria-label={edit.label} onClick={edit.onClick}>
            <IconPencil size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      ) : null}
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
