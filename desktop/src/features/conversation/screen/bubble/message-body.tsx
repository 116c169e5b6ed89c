import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import { formatPhone } from '@balcao/shared/phone/phone-format.ts';
import { ActionIcon, CopyButton, UnstyledButton } from '@mantine/core';
import {
  IconCheck,
  IconCopy,
  IconEyeOff,
  IconMapPinFilled,
  IconPhoneOff,
  IconPhotoOff,
} from '@tabler/icons-react';
import { Fragment } from 'react';
import {
  type ContactCard as Card,
  contactCards,
  parseLocation,
} from '../../../../renderer/components/message/preview.ts';
import { PersonAvatar } from '../../../../renderer/components/person-avatar.tsx';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { useMediaParts } from '../media-parts.ts';
import { LongText } from './long-text.tsx';
import { MailCard } from './mail-card.tsx';
import classes from './message-body.module.css';
import { MessageCard } from './message-card.tsx';
import { Notice } from './notice.tsx';
import { PollCard } from './poll-card.tsx';
import { RichText } from './rich-text-view.tsx';
import { useCardConversation } from './use-card-conversation.ts';

/** The content of a message, by its kind: a place is `image | link | description`, a contact its raw vCard. */
export function MessageBody({ message }: { message: MessageItem }) {
  const { t } = useTexts();
  const { MessageMedia } = useMediaParts();
  const { mediaType, media, body, card } = message;
  if (message.viewOnce)
    return (
      <Notice>
        <IconEyeOff size={16} stroke={1.7} aria-hidden />
        {t('conversation:viewOnce')}
      </Notice>
    );
  switch (mediaType) {
    case 'locationMessage':
      return (
        <>
          <LocationCard body={body} />
          {card ? <MessageCard card={card} answers={null} /> : null}
        </>
      );
    case 'vcard':
      return <ContactCards body={body} />;
    case 'poll':
      return message.poll ? <PollCard poll={message.poll} /> : <RichText text={body} />;
    case 'call_log':
      return (
        <Notice>
          <IconPhoneOff size={16} stroke={1.7} aria-hidden />
          {t('tickets:kinds.call_log')}
        </Notice>
      );
    case 'unsupported':
      return (
        <>
          {body ? <RichText text={body} /> : null}
          <Notice>
            <IconPhotoOff size={16} stroke={1.7} aria-hidden />
            <span>
              {t(body ? 'conversation:readInPart' : 'tickets:kinds.unsupported')}.{' '}
              {t('tickets:unsupportedHint')}
            </span>
          </Notice>
        </>
      );
    default:
      return (
        <>
          {media ? <MessageMedia message={message} media={media} /> : null}
          {card?.mail ? (
            <MailCard
              messageId={message.id}
              fromMe={message.fromMe}
              subject={card.title}
              body={body}
              mail={card.mail}
            />
          ) : null}
          {card && !card.mail ? <MessageCard card={card} answers={message.poll} /> : null}
          {!card && body && body !== media?.name ? <LongText text={body} {...namesOf(message)} /> : null}
        </>
      );
  }
}

/** A text that names nobody is drawn as all others are. */
const namesOf = ({ id, mentions }: MessageItem) =>
  mentions.length > 0 ? { names: { messageId: id, mentions } } : {};

function LocationCard({ body }: { body: string }) {
  const { t } = useTexts();
  const location = parseLocation(body);
  if (!location) return <RichText text={body} />;
  return (
    <div className={classes.card}>
      {location.image ? (
        <img className={classes.map} src={location.image} alt="" width={280} height={140} />
      ) : (
        <span className={classes.map} data-drawn>
          <IconMapPinFilled size={34} aria-hidden />
        </span>
      )}
      <span className={classes.cardTitle}>{location.description || t('tickets:kinds.locationMessage')}</span>
      <a className={classes.cardAction} href={location.link} target="_blank" rel="noopener noreferrer">
        {t('tickets:openMap')}
      </a>
    </div>
  );
}

function ContactCards({ body }: { body: string }) {
  return contactCards(body).map((card, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the cards of a message never change places
    <ContactCard key={index} card={card} />
  ));
}

function ContactCard({ card: { name, numbers, more } }: { card: Card }) {
  const { t } = useTexts();
  const { talkTo, isPending } = useCardConversation();
  return (
    <div className={classes.card}>
      <span className={classes.cardTitle}>
        <PersonAvatar name={name} url={null} size={34} />
        {name || t('tickets:kinds.vcard')}
      </span>
      {numbers.map((number) => (
        <Fragment key={number}>
          <span className={classes.contactNumber}>
            {formatPhone(number.replace(/^\+(?=\d+$)/, ''))}
            <CopyButton value={number}>
              {({ copied, copy }) => (
                <ActionIcon
                  size="sm"
                  aria-label={copied ? t('tickets:copied') : t('tickets:copyNumber', { number })}
                  onClick={copy}
                >
                  {copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
                </ActionIcon>
              )}
            </CopyButton>
          </span>
          <UnstyledButton
            className={classes.cardAction}
            disabled={isPending}
            aria-label={t('conversation:talkToNumber', { number })}
            onClick={() => talkTo({ name, number })}
          >
            {t('conversation:talkTo')}
          </UnstyledButton>
        </Fragment>
      ))}
      {more > 0 ? (
        <span className={classes.contactNumber}>{t('conversation:moreNumbers', { count: more })}</span>
      ) : null}
    </div>
  );
}
