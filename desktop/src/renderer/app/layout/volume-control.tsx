import { ActionIcon, Button, Popover, Slider, Text } from '@mantine/core';
import { IconVolume, IconVolume2, IconVolumeOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useBridgeCommand, useBridgeQuery } from '../../kit/bridge-query.ts';
import { playNotification } from '../../kit/notification-sound.ts';
import { useTexts } from '../../kit/use-texts.ts';
import classes from './top-bar.module.css';

export function VolumeControl() {
  const { t } = useTexts();
  const volume = useVolume();
  const VolumeIcon = volume === 0 ? IconVolumeOff : volume < 0.5 ? IconVolume2 : IconVolume;
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon aria-label={t('layout:volume')}>
          <VolumeIcon size={20} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.volumeTitle}>
          <Text size="sm" fw={600}>
            {t('layout:volume')}
          </Text>
          <Text size="sm" c="var(--text-muted)">
            {`${Math.round(volume * 100)}%`}
          </Text>
        </div>
        <div className={classes.volume}>
          <VolumeSlider />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function useVolume(): number {
  const { data: settings } = useBridgeQuery('settings.get', null);
  return settings?.notificationVolume ?? 1;
}

/** 0 to 1 in steps of 0.1. Letting go plays the sound at its new volume. */
export function VolumeSlider() {
  const { t } = useTexts();
  const { mutate: save, isPending } = useBridgeCommand('settings.set');
  const volume = useVolume();
  const [shown, show] = useState(volume);
  // What was saved a moment ago must not take back the step that follows it.
  useEffect(() => {
    if (!isPending) show(volume);
  }, [volume, isPending]);
  return (
    <>
      <Slider
        flex={1}
        min={0}
        max={1}
        step={0.1}
        value={shown}
        onChange={show}
        label={null}
        thumbLabel={t('layout:volume')}
        onChangeEnd={(value) => {
          const notificationVolume = Math.round(value * 10) / 10;
          save({ notificationVolume });
          playNotification(notificationVolume);
        }}
      />
      <Button size="compact-sm" variant="default" onClick={() => playNotification(volume)}>
        {t('layout:volumeTest')}
      </Button>
    </>
  );
}
