import { SEND_KEYS, UNDO_SECONDS, type WritingHabits } from '@balcao/shared/bridge/composer.ts';
import { ActionIcon, Popover, SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useTexts } from '../../../app/use-texts.ts';
import classes from './composer.module.css';

interface Props {
  habits: WritingHabits;
  change(patch: Partial<WritingHabits>): void;
}

/** How this person likes to write: signature, sending key, time to take a message back. */
export function HabitsMenu({ habits, change }: Props) {
  const { t } = useTexts();
  return (
    <Popover width={300} position="top-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <ActionIcon size={34} aria-label={t('composer:habits.title')}>
          <IconAdjustmentsHorizontal size={20} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('composer:habits.title')}>
        <Stack gap="md">
          <Switch
            checked={habits.sign}
            label={t('composer:habits.sign')}
            description={t('composer:habits.signHint')}
            onChange={(event) => change({ sign: event.currentTarget.checked })}
          />
          <div>
            <Text id="send-key" className={classes.habit}>
              {t('composer:habits.sendKey')}
            </Text>
            <SegmentedControl
              fullWidth
              size="xs"
              aria-labelledby="send-key"
              value={habits.sendKey}
              data={SEND_KEYS.map((value) => ({ value, label: t(`composer:habits.${value}`) }))}
              onChange={(sendKey) => change({ sendKey })}
            />
          </div>
          <div>
            <Text id="undo-seconds" className={classes.habit}>
              {t('composer:habits.undo')}
            </Text>
            <SegmentedControl
              fullWidth
              size="xs"
              aria-labelledby="undo-seconds"
              value={String(habits.undoSeconds)}
              data={UNDO_SECONDS.map((seconds) => ({
                value: String(seconds),
                label: seconds === 0 ? t('composer:habits.off') : t('composer:habits.seconds', { seconds }),
              }))}
              onChange={(value) => change({ undoSeconds: Number(value) as WritingHabits['undoSeconds'] })}
            />
          </div>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
