import { ActionIcon, Group, Menu, Tooltip } from '@mantine/core';
import { IconDotsVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../kit/use-texts.ts';
import classes from './row-actions.module.css';

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

/** The actions on a record, at the end of its row; seen where the pointer or the focus is. What deletes takes two steps. */
export function RowActions({ edit, remove, children }: Props) {
  const { t } = useTexts();
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
              onClick={remove.onClick}
            >
              {t('common:delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </Group>
  );
}
