import type { MediaView } from '@balcao/shared/features/media/row.ts';
import { IconMicrophone } from '@tabler/icons-react';
import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useOnReconnect } from '../../kit/use-on-reconnect.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { Loadable } from '../loadable.tsx';
import classes from './audio-player.module.css';
import { clockTime } from './clock-time.ts';
import { type Origin, type Playback, usePlayback } from './playback.ts';
import { PlayButton, RateButton } from './playback-buttons.tsx';
import { waveformBars } from './waveform.ts';

/** The conversation in which playback continues when the agent looks elsewhere; none outside of it. */
export const SoundOrigin = createContext<Origin | null>(null);

interface Props {
  url: string;
  media: Pick<MediaView, 'seconds' | 'waveform' | 'voice'>;
}

/** A voice note or a sound: `seconds` is the sender's figure, until the file itself has been read. */
export function AudioPlayer({ url, media }: Props) {
  const origin = useContext(SoundOrigin);
  const sound = { url, origin };
  const [told, setTold] = useState(media.seconds);
  const own = usePlayback(
    useShallow((playback) => (playback.sound?.url === url ? pick(playback) : NOT_HEARD)),
  );
  const { seek, stop } = usePlayback.getState();
  const { isPlaying, position } = own;
  const duration = own.duration ?? told ?? 0;
  const staysHere = origin === null;
  useEffect(() => (staysHere ? () => stop(url) : undefined), [staysHere, stop, url]);

  return (
    <div className={classes.root}>
      {told === null ? (
        <Loadable>
          {(onFailed) => (
            // biome-ignore lint/a11y/useMediaCaption: only to learn how long it is
            <audio
              src={url}
              preload="metadata"
              onLoadedMetadata={({ currentTarget }) => {
                if (Number.isFinite(currentTarget.duration)) setTold(currentTarget.duration);
              }}
              onError={onFailed}
            />
          )}
        </Loadable>
      ) : null}
      <PlayButton sound={sound} isPlaying={isPlaying} size={36} />
      <Wave media={media} position={position} duration={duration} onSeek={(to) => seek(sound, to)} />
      <span className={classes.time}>
        {media.voice ? <IconMicrophone size={13} stroke={1.8} aria-hidden /> : null}
        {clockTime(isPlaying || position > 0 ? position : duration)}
      </span>
      <RateButton />
      {own.hasFailed ? <Broken /> : null}
    </div>
  );
}

const NOT_HEARD = { isPlaying: false, hasFailed: false, position: 0, duration: null };
const pick = ({ isPlaying, hasFailed, position, duration }: Playback) => ({
  isPlaying,
  hasFailed,
  position,
  duration,
});

/** Apart, so that only what has failed follows the connection. */
function Broken() {
  const { t } = useTexts();
  const isLive = useOnReconnect(usePlayback.getState().retry);
  return (
    <p className={classes.broken} role="alert">
      {isLive ? t('tickets:audioUnloaded') : t('tickets:audioOffline')}
    </p>
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
