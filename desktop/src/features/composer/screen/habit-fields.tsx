import { SEND_KEYS, UNDO_SECONDS, type WritingHabits } from '@balcao/shared/features/composer/bridge.ts';
import { SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import { useId } from 'react';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './composer.module.css';

interface Props {
  habits: WritingHabits;
  change(patch: Partial<WritingHabits>): void;
}

/** How this person likes to write: signature, sending key, time to take a message back. */
export function HabitFields({ habits, change }: Props) {
  const { t } = useTexts();
  const id = useId();
  return (
    <Stack gap="md">
      <Switch
        checked={habits.sign}
        label={t('composer:habits.sign')}
        description={t('composer:habits.signHint')}
        onChange={(event) => change({ sign: event.currentTarget.checked })}
      />
      <div>
        <Text id={`${id}-key`} className={classes.habit}>
          {t('composer:habits.sendKey')}
        </Text>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-labelledby={`${id}-key`}
          value={habits.sendKey}
          data={SEND_KEYS.map((value) => ({ value, label: t(`composer:habits.${value}`) }))}
          onChange={(sendKey) => change({ sendKey })}
        />
      </div>
      <div>
        <Text id={`${id}-undo`} className={classes.habit}>
          {t('composer:habits.undo')}
        </Text>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-labelledby={`${id}-undo`}
          value={String(habits.undoSeconds)}
          data={UNDO_SECONDS.map((seconds) => ({
            value: String(seconds),
            label: seconds === 0 ? t('composer:habits.off') : t('composer:habits.seconds', { seconds }),
          }))}
          onChange={(value) => change({ undoSeconds: Number(value) as WritingHabits['undoSeconds'] })}
        />
      </div>
    </Stack>
  );
}
