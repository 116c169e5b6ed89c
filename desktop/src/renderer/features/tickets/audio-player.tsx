import type { MediaView } from '@balcao/shared/sync/entities.ts';
import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconMicrophone, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { create } from 'zustand';
import { useTexts } from '../../app/use-texts.ts';
import classes from './audio-player.module.css';
import { waveformBars } from './conversation/waveform.ts';

const RATES: readonly number[] = [1, 1.5, 2];

/** Whoever listens fast listens fast to the next one too. */
const useRate = create<{ rate: number; next: () => void }>((set) => ({
  rate: 1,
  next: () => set(({ rate }) => ({ rate: RATES[(RATES.indexOf(rate) + 1) % RATES.length] ?? 1 })),
}));

/** What plays now; another one that begins ends it. */
let playing: HTMLAudioElement | null = null;

interface Props {
  url: string;
  media: Pick<MediaView, 'seconds' | 'waveform' | 'voice'>;
}

/** A voice note or a sound: `seconds` is what the sender said, until the file itself has been read. */
export function AudioPlayer({ url, media }: Props) {
  const { t } = useTexts();
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [position, setPosition] = useState(0);
  const [duration, setDuration] = useState(media.seconds ?? 0);
  const { rate, next } = useRate();

  const toggle = () => {
    const element = audio.current;
    if (!element) return;
    if (isPlaying) element.pause();
    else element.play().catch(() => setPlaying(false));
  };
  const seek = (to: number) => {
    setPosition(to);
    if (audio.current) audio.current.currentTime = to;
  };
  const begin = (element: HTMLAudioElement) => {
    if (playing !== element) playing?.pause();
    playing = element;
    element.playbackRate = rate;
    setPlaying(true);
  };

  return (
    <div className={classes.root}>
      {/* biome-ignore lint/a11y/useMediaCaption: a customer's voice note has no captions */}
      <audio
        ref={audio}
        src={url}
        preload="metadata"
        onPlay={(event) => begin(event.currentTarget)}
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
        aria-label={isPlaying ? t('tickets:pause') : t('tickets:play')}
        onClick={toggle}
      >
        {isPlaying ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
      </ActionIcon>
      <Wave media={media} position={position} duration={duration} onSeek={seek} />
      <span className={classes.time}>
        {media.voice ? <IconMicrophone size={13} stroke={1.8} aria-hidden /> : null}
        {clockTime(isPlaying || position > 0 ? position : duration)}
      </span>
      <UnstyledButton
        className={classes.rate}
        aria-label={t('tickets:speed', { rate })}
        onClick={() => {
          next();
          if (audio.current) audio.current.playbackRate = useRate.getState().rate;
        }}
      >
        {rate}×
      </UnstyledButton>
    </div>
  );
}

interface WaveProps {
  media: Props['media'];
  position: number;
  duration: number;
  onSeek: (seconds: number) => void;
}

/** The loudness as bars, and upon them the control that seeks. */
function Wave({ media, position, duration, onSeek }: WaveProps) {
  const { t } = useTexts();
  const bars = useMemo(() => waveformBars(media.waveform), [media.waveform]);
  const played = duration > 0 ? position / duration : 0;
  return (
    <span className={classes.wave}>
      <span className={classes.bars} aria-hidden>
        {bars.map((height, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: bars never change places
            key={index}
            style={{ height: `${height}%` }}
            data-played={index / bars.length < played || undefined}
          />
        ))}
      </span>
      <input
        className={classes.seek}
        type="range"
        min={0}
        max={Math.max(duration, 0.1)}
        step={0.1}
        value={position}
        aria-label={t('tickets:position')}
        aria-valuetext={t('conversation:seek', {
          position: clockTime(position),
          duration: clockTime(duration),
        })}
        onChange={(event) => onSeek(event.currentTarget.valueAsNumber)}
      />
    </span>
  );
}

/** m:ss */
function clockTime(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
