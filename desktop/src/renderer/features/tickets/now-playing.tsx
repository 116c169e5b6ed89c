import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { useTexts } from '../../app/use-texts.ts';
import { clockTime } from './clock-time.ts';
import classes from './now-playing.module.css';
import { usePlayback } from './playback.ts';

/** Over the page, while something is heard from a conversation that is not on the screen. */
export function NowPlaying() {
  const { t } = useTexts();
  const [location] = useLocation();
  const { sound, isPlaying, position, rate, toggle, nextRate, stop } = usePlayback();
  useEffect(() => () => stop(), [stop]);
  if (!sound?.origin || location === `/tickets/${sound.origin.uuid}`) return null;
  const { name, uuid } = sound.origin;
  return (
    <section className={classes.root} aria-label={t('conversation:nowPlaying.title')}>
      <ActionIcon
        size={30}
        radius={999}
        variant="filled"
        color="orange"
        aria-label={isPlaying ? t('tickets:pause') : t('tickets:play')}
        onClick={() => toggle(sound)}
      >
        {isPlaying ? <IconPlayerPauseFilled size={16} /> : <IconPlayerPlayFilled size={16} />}
      </ActionIcon>
      <Link className={classes.name} href={`/tickets/${uuid}`}>
        {t('conversation:nowPlaying.of', { name })}
      </Link>
      <span className={classes.time}>{clockTime(position)}</span>
      <UnstyledButton className={classes.rate} aria-label={t('tickets:speed', { rate })} onClick={nextRate}>
        {rate}×
      </UnstyledButton>
      <ActionIcon size={30} aria-label={t('conversation:nowPlaying.stop')} onClick={() => stop()}>
        <IconX size={18} />
      </ActionIcon>
    </section>
  );
}
