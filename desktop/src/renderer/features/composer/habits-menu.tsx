import type { WritingHabits } from '@balcao/shared/bridge/composer.ts';
import { Popover } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { ToolButton } from '../../components/tool-button.tsx';
import { useTexts } from '../../kit/use-texts.ts';
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
        <ToolButton aria-label={t('composer:habits.title')}>
          <IconAdjustmentsHorizontal size={20} stroke={1.6} />
        </ToolButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('composer:habits.title')}>
        <HabitFields {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}
