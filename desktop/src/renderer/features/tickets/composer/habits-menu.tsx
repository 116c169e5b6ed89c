import type { WritingHabits } from '@balcao/shared/bridge/composer.ts';
import { ActionIcon, Popover } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useTexts } from '../../../app/use-texts.ts';
import { HabitFields } from './habit-fields.tsx';

interface Props {
  habits: WritingHabits;
  change(patch: Partial<WritingHabits>): void;
}

export function HabitsMenu(props: Props) {
  const { t } = useTexts();
  return (
    <Popover width={300} position="top-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <ActionIcon size={34} aria-label={t('composer:habits.title')}>
          <IconAdjustmentsHorizontal size={20} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('composer:habits.title')}>
        <HabitFields {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}
