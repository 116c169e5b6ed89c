import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { clockTime } from '../../../renderer/components/audio/clock-time.ts';
import { usePlayback } from '../../../renderer/components/audio/playback.ts';
import { PlayButton, RateButton } from '../../../renderer/components/audio/playback-buttons.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './now-playing.module.css';

/** Shown over the page while a sound plays from a conversation that is not on the screen. */
export function NowPlaying() {
  const { t } = useTexts();
  const [location] = useLocation();
  const { sound, isPlaying, position, stop } = usePlayback();
  useEffect(() => () => stop(), [stop]);
  if (!sound?.origin || location === `/tickets/${sound.origin.uuid}`) return null;
  const { name, uuid } = sound.origin;
  return (
    <section className={classes.root} aria-label={t('conversation:nowPlaying.title')}>
      <PlayButton sound={sound} isPlaying={isPlaying} size={30} />
      <Link className={classes.name} href={`/tickets/${uuid}`}>
        {t('conversation:nowPlaying.of', { name })}
      </Link>
      <span className={classes.time}>{clockTime(position)}</span>
      <RateButton />
      <ActionIcon size={30} aria-label={t('conversation:nowPlaying.stop')} onClick={() => stop()}>
        <IconX size={18} />
      </ActionIcon>
    </section>
  );
}
