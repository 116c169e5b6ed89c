import { Modal } from '@mantine/core';
import { ShortcutList } from '../../components/shortcut-list.tsx';
import { useTexts } from '../../kit/use-texts.ts';

/** Every shortcut there is, opened by `?`. */
export function ShortcutSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTexts();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={860}
      title={t('layout:shortcuts.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <ShortcutList />
    </Modal>
  );
}
