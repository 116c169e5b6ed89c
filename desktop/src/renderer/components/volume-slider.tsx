import { Button, Slider } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useBridgeCommand, useBridgeQuery } from '../kit/bridge-query.ts';
import { playNotification } from '../kit/notification-sound.ts';
import { useTexts } from '../kit/use-texts.ts';

export function useVolume(): number {
  const { data: settings } = useBridgeQuery('settings.get', null);
  return settings?.notificationVolume ?? 1;
}

/** 0 to 1 in steps of 0.1. Releasing it plays the sound at its new volume. */
export function VolumeSlider() {
  const { t } = useTexts();
  const { mutate: save, isPending } = useBridgeCommand('settings.set');
  const volume = useVolume();
  const [shown, show] = useState(volume);
  // The value saved a moment ago must not undo the next step.
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
