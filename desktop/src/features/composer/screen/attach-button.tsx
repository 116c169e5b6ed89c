import type { FileListRow } from '@balcao/shared/features/file-lists/row.ts';
import { Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDeviceDesktop, IconFiles, IconPaperclip } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { FileButton } from '../../../renderer/components/file-button.tsx';
import { ToolButton } from '../../../renderer/components/tool-button.tsx';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { FileListPicker } from './file-list-picker.tsx';

interface Props {
  /** Where one writes on after choosing. */
  field: RefObject<HTMLTextAreaElement | null>;
  onFiles(files: File[]): void;
  onList(list: FileListRow): void;
}

/** Files of this computer at once; where the company has file lists, a menu asks which of the two is meant. */
export function AttachButton({ field, onFiles, onList }: Props) {
  const { t } = useTexts();
  const { data: lists = [] } = useRows('fileList');
  const [isPicking, { open, close }] = useDisclosure();
  const label = t('composer:files.attach');
  return (
    <>
      <FileButton multiple onChange={onFiles}>
        {({ onClick }) =>
          lists.length === 0 ? (
            <ToolButton onClick={onClick} aria-label={label}>
              <IconPaperclip size={20} stroke={1.6} />
            </ToolButton>
          ) : (
            <Menu position="top-start">
              <Menu.Target>
                <ToolButton aria-label={label}>
                  <IconPaperclip size={20} stroke={1.6} />
                </ToolButton>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item
                  leftSection={<IconDeviceDesktop size={16} stroke={1.7} aria-hidden />}
                  onClick={onClick}
                >
                  {t('fileLists:pick.fromComputer')}
                </Menu.Item>
                <Menu.Item leftSection={<IconFiles size={16} stroke={1.7} aria-hidden />} onClick={open}>
                  {t('fileLists:pick.fromList')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )
        }
      </FileButton>
      <FileListPicker
        lists={lists}
        opened={isPicking}
        onClose={close}
        onClosed={() => field.current?.focus()}
        onPick={(list) => {
          close();
          onList(list);
        }}
      />
    </>
  );
}
