import { Modal } from '@mantine/core';
import { useTexts } from '../../../app/use-texts.ts';
import { HabitFields } from './habit-fields.tsx';
import { useHabits } from './use-habits.ts';

/** The choices of the composer's own menu, for whoever looks for them among their settings. */
export function HabitsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTexts();
  const writing = useHabits();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('composer:habits.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <HabitFields {...writing} />
    </Modal>
  );
}
