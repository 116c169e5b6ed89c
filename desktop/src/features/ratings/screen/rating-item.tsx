import { messagePreview } from '@balcao/shared/features/messages/preview.ts';
import type { RatingView, RatingWords } from '@balcao/shared/features/ratings/calls.ts';
import { marksOf } from '@balcao/shared/features/ratings/scale.ts';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconMessages, IconStar, IconStarFilled } from '@tabler/icons-react';
import { Link } from 'wouter';
import { ChannelIcon } from '../../../renderer/components/channel-icon.tsx';
import { StatusPill, type Tone } from '../../../renderer/components/status-pill.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './ratings.module.css';
import { useMarkWords } from './use-mark-words.ts';

/** A mark, who gave it to whom, and what was said about it. */
export function RatingItem({ rating, onAnswer }: { rating: RatingView; onAnswer: () => void }) {
  const { t } = useTexts();
  const format = useFormat();
  const { contact, user, queue, ticket, ratedAt, words } = rating;
  return (
    <>
      <div className={classes.head}>
        <Mark rating={rating} />
        <span className={classes.customer}>
          <ChannelIcon channel={ticket.channel} />
          <b>{contact.name}</b>
        </span>
        <time className={classes.detail} dateTime={ratedAt}>
          {format.date(ratedAt)} {format.time(ratedAt)}
        </time>
      </div>
      <div className={classes.detail}>
        {user?.name ?? t('ratings:noAgent')} · {queue?.name ?? t('ratings:noQueue')}
      </div>
      {words.map((said) => (
        <Said key={said.id} said={said} />
      ))}
      <div className={classes.acts}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArrowBackUp size={15} stroke={1.6} aria-hidden />}
          aria-label={t('ratings:answerNamed', { name: contact.name })}
          onClick={onAnswer}
        >
          {t('ratings:answer')}
        </Button>
        <Button
          component={Link}
          href={`/tickets/${ticket.uuid}`}
          size="compact-sm"
          variant="subtle"
          leftSection={<IconMessages size={15} stroke={1.6} aria-hidden />}
          aria-label={t('ratings:openNamed', { name: contact.name })}
        >
          {t('ratings:open')}
        </Button>
      </div>
    </>
  );
}

const TONES: readonly Tone[] = ['danger', 'warning', 'success'];

function Mark({ rating: { scale, mark, level } }: { rating: RatingView }) {
  const words = useMarkWords();
  if (scale !== 'stars')
    return <StatusPill tone={TONES[level - 1] ?? 'neutral'}>{words.named(scale, mark)}</StatusPill>;
  return (
    <span role="img" className={classes.stars} aria-label={words.named(scale, mark)}>
      {marksOf(scale).map((star) =>
        star <= mark ? (
          <IconStarFilled key={star} size={16} />
        ) : (
          <IconStar key={star} size={16} stroke={1.4} />
        ),
      )}
    </span>
  );
}

function Said({ said: { fromMe, userName, body, mediaType } }: { said: RatingWords }) {
  const { t } = useTexts();
  const line = messagePreview(mediaType, body);
  return (
    <blockquote className={classes.said} data-ours={fromMe || undefined}>
      {fromMe ? (
        <span className={classes.detail}>
          {userName === null ? t('ratings:answered') : t('ratings:answeredBy', { name: userName })}
        </span>
      ) : null}
      <p>{mediaType === 'chat' ? body || t('ratings:deleted') : line}</p>
    </blockquote>
  );
}
