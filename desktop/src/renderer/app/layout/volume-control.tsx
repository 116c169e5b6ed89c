import { Popover, Text } from '@mantine/core';
import { IconVolume, IconVolume2, IconVolumeOff } from '@tabler/icons-react';
import { BarButton } from '../../components/bar-button.tsx';
import { useVolume, VolumeSlider } from '../../components/volume-slider.tsx';
import { useTexts } from '../../kit/use-texts.ts';
import classes from './top-bar.module.css';

export function VolumeControl() {
  const { t } = useTexts();
  const volume = useVolume();
  const VolumeIcon = volume === 0 ? IconVolumeOff : volume < 0.5 ? IconVolume2 : IconVolume;
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <BarButton icon={VolumeIcon} marked={volume === 0} aria-label={t('layout:volume')} />
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
