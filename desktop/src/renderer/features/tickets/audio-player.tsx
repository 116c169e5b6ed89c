import { ActionIcon, Slider, UnstyledButton } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTexts } from '../../app/use-texts.ts';
import classes from './audio-player.module.css';

const RATES: readonly number[] = [1, 1.5, 2];

/** `seconds` is what the sender said, until the file itself has been read. */
export function AudioPlayer({ url, seconds }: { url: string; seconds: number | null }) {
  const { t } = useTexts();
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [position, setPosition] = useState(0);
  const [duration, setDuration] = useState(seconds ?? 0);
  const [rate, setRate] = useState(1);

  const toggle = () => {
    const element = audio.current;
    if (!element) return;
    if (playing) element.pause();
    else element.play().catch(() => setPlaying(false));
  };
  const nextRate = () => {
    const next = RATES[(RATES.indexOf(rate) + 1) % RATES.length] ?? 1;
    setRate(next);
    if (audio.current) audio.current.playbackRate = next;
  };

  return (
    <div className={classes.root}>
      {/* biome-ignore lint/a11y/useMediaCaption: a customer's voice note has no captions */}
      <audio
        ref={audio}
        src={url}
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPosition(0)}
        onTimeUpdate={(event) => setPosition(event.currentTarget.currentTime)}
        onLoadedMetadata={({ currentTarget }) => {
          if (Number.isFinite(currentTarget.duration)) setDuration(currentTarget.duration);
        }}
      />
      <ActionIcon
        size={36}
        radius={999}
        variant="filled"
        color="orange"
        aria-label={playing ? t('tickets:pause') : t('tickets:play')}
        onClick={toggle}
      >
        {playing ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
      </ActionIcon>
      <Slider
        className={classes.slider}
        size={3}
        thumbSize={12}
        label={null}
        min={0}
        max={Math.max(duration, 0.1)}
        step={0.1}
        value={position}
        thumbLabel={t('tickets:position')}
        onChange={(value) => {
          setPosition(value);
          if (audio.current) audio.current.currentTime = value;
        }}
      />
      <span className={classes.time}>{clockTime(playing || position > 0 ? position : duration)}</span>
      <UnstyledButton className={classes.rate} aria-label={t('tickets:speed', { rate })} onClick={nextRate}>
        {rate}×
      </UnstyledButton>
    </div>
  );
}

/** m:ss */
function clockTime(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
