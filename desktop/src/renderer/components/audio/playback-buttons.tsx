import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useTexts } from '../../kit/use-texts.ts';
import { type Sound, usePlayback } from './playback.ts';
import classes from './playback-buttons.module.css';

interface Props {
  sound: Sound;
  isPlaying: boolean;
  /** Pixels. */
  size: number;
}

export function PlayButton({ sound, isPlaying, size }: Props) {
  const { t } = useTexts();
  const PlayIcon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  return (
    <ActionIcon
      size={size}
      radius={999}
      variant="filled"
      color="orange"
      aria-label={isPlaying ? t('tickets:pause') : t('tickets:play')}
      onClick={() => usePlayback.getState().toggle(sound)}
    >
      <PlayIcon size={size / 2} />
    </ActionIcon>
  );
}

/** How fast; the next press is faster, and then slow again. */
export function RateButton() {
  const { t } = useTexts();
  const rate = usePlayback((playback) => playback.rate);
  return (
    <UnstyledButton
      className={classes.rate}
      aria-label={t('tickets:speed', { rate })}
      onClick={() => usePlayback.getState().nextRate()}
    >
      {rate}×
    </UnstyledButton>
  );
}
