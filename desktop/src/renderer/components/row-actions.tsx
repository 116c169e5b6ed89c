import { ActionIcon, Group, Menu, Tooltip } from '@mantine/core';
import { IconDotsVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useConfirmDelete } from '../kit/use-confirm-delete.ts';
import { useTexts } from '../kit/use-texts.ts';
import classes from './row-actions.module.css';

/** `label` names the record too: buttons that are all called "edit" cannot be distinguished. */
interface Edit {
  label: string;
  onClick: () => void;
}

interface Removal {
  label: string;
  /** What is lost, below the question. */
  question: string;
  /** Reports its own failure. */
  run: () => Promise<unknown>;
  /** Said afterwards, where it is not enough that the record is seen to be gone. */
  gone?: string;
}

interface Props {
  /** Absent where it may not be changed. */
  edit?: Edit | undefined;
  /** Absent where it may not be deleted. */
  remove?: Removal | undefined;
  /** Further actions on such records, before these two. */
  children?: ReactNode;
}

/**
 * The actions on a record, at the end of its row; seen where the pointer or the focus is. Deleting takes two steps, and
 * then it is asked about.
 */
export function RowActions({ edit, remove, children }: Props) {
  const { t } = useTexts();
  const confirmDelete = useConfirmDelete();
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end" className={classes.actions}>
      {children}
      {edit ? (
        <Tooltip label={t('common:edit')}>
          <ActionIcon aria-label={edit.label} onClick={edit.onClick}>
            <IconPencil size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      ) : null}
      {remove ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={t('common:more', { action: remove.label })}>
              <IconDotsVertical size={18} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              color="red"
              aria-label={remove.label}
              leftSection={<IconTrash size={16} stroke={1.7} aria-hidden />}
              onClick={() => confirmDelete(remove.question, remove.run, remove.gone)}
            >
              {t('common:delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </Group>
  );
}
