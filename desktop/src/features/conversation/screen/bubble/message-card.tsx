import type {
  MessageCard as Card,
  CardAction,
  CardItem,
  CardKey,
  CardMoney,
  CardPart,
} from '@balcao/shared/features/messages/card.ts';
import { APPOINTMENT_ANSWERS, type Poll } from '@balcao/shared/features/messages/row.ts';
import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy, IconExternalLink, IconMapPin } from '@tabler/icons-react';
import { CARD_ICONS } from '../../../../renderer/components/message/card-icons.ts';
import { useBridgeQuery } from '../../../../renderer/kit/bridge-query.ts';
import { useFormat } from '../../../../renderer/kit/format.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './message-card.module.css';
import { RichText } from './rich-text-view.tsx';
import { shownAddress } from './shown-address.ts';

/** What a business or a phone has sent as more than words. Nothing of it is pressed here but links and copies. */
export function MessageCard({ card, answers }: { card: Card; answers: Poll | null }) {
  const { t } = useTexts();
  const KindIcon = CARD_ICONS[card.kind];
  return (
    <div className={classes.root} data-card={card.kind}>
      <span className={classes.kind}>
        <KindIcon size={14} stroke={1.8} aria-hidden />
        {t(`tickets:kinds.${card.kind}`)}
      </span>
      <Part part={card} />
      {answers ? <Answers answers={answers} /> : null}
      {card.parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a card never change places
        <div key={index} className={classes.part}>
          <Part part={part} />
        </div>
      ))}
    </div>
  );
}

/** Who comes to an appointment, as far as people have said so. */
function Answers({ answers: { options } }: { answers: Poll }) {
  const { t } = useTexts();
  const format = useFormat();
  const given = APPOINTMENT_ANSWERS.flatMap((answer) => {
    const votes = options.find(({ text }) => text === answer)?.votes ?? 0;
    return votes > 0 ? { answer, votes } : [];
  });
  if (given.length === 0) return null;
  return (
    <ul className={classes.answers}>
      {given.map(({ answer, votes }) => (
        <li key={answer} data-answer={answer}>
          {t(`conversation:card.answers.${answer}`)}
          {votes > 1 ? ` · ${format.number(votes)}` : null}
        </li>
      ))}
    </ul>
  );
}

function Part({ part }: { part: CardPart }) {
  const { t } = useTexts();
  const format = useFormat();
  const { title, text, place, items, itemCount, total, footer, keys, actions, seconds } = part;
  const listed = items.reduce((sum, { quantity }) => sum + (quantity ?? 1), 0);
  const unlisted = (itemCount ?? 0) - listed;
  return (
    <>
      {title ? <strong className={classes.title}>{title}</strong> : null}
      <Times part={part} />
      {seconds === null ? null : (
        <span className={classes.meta}>{format.duration(seconds / 60, 'long')}</span>
      )}
      {place ? (
        <span className={classes.meta}>
          <IconMapPin size={14} stroke={1.8} aria-hidden />
          {place}
        </span>
      ) : null}
      {text ? <RichText text={text} /> : null}
      {items.length > 0 ? (
        <ul className={classes.items}>
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
            <Item key={index} item={item} />
          ))}
        </ul>
      ) : null}
      {unlisted > 0 ? (
        <span className={classes.meta}>
          {t(items.length > 0 ? 'conversation:card.more' : 'conversation:card.items', { count: unlisted })}
        </span>
      ) : null}
      {total ? (
        <span className={classes.total}>
          <span>{t('conversation:card.total')}</span>
          <Amount money={total} />
        </span>
      ) : null}
      {footer ? <span className={classes.meta}>{footer}</span> : null}
      {keys.map((key, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two keys may be the same
        <Key key={index} entry={key} />
      ))}
      {actions.map((action, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two buttons may say the same
        <Action key={index} action={action} />
      ))}
    </>
  );
}

/** When it is, on the clocks of the company. */
function Times({ part: { startsAt, endsAt } }: { part: CardPart }) {
  const { t } = useTexts();
  const format = useFormat();
  const { data: session } = useBridgeQuery('session.get', null);
  const zone = session?.user?.company.timezone;
  if (!zone || !(startsAt || endsAt)) return null;
  const [from, to] = [startsAt, endsAt].map((at) => at && format.momentIn(at, zone));
  return (
    <time className={classes.meta} dateTime={startsAt ?? endsAt ?? undefined}>
      {from && to
        ? t('conversation:card.fromTo', { from, to })
        : from || t('conversation:card.until', { to })}
    </time>
  );
}

function Item({ item: { heading, name, detail, quantity, price } }: { item: CardItem }) {
  const format = useFormat();
  return (
    <li>
      {heading ? <span className={classes.heading}>{heading}</span> : null}
      <span className={classes.line}>
        <span>
          {quantity === null ? null : <span className={classes.quantity}>{format.number(quantity)} × </span>}
          {name}
        </span>
        {price ? <Amount money={price} /> : null}
      </span>
      {detail ? <span className={classes.detail}>{detail}</span> : null}
    </li>
  );
}

function Amount({ money: { amount, currency } }: { money: CardMoney }) {
  const format = useFormat();
  return <span className={classes.amount}>{format.amount(amount, currency)}</span>;
}

function Key({ entry: { kind, label, value } }: { entry: CardKey }) {
  const { t } = useTexts();
  return (
    <div className={classes.key}>
      <span className={classes.meta}>
        {[t(`conversation:card.keys.${kind}`), label].filter(Boolean).join(' · ')}
      </span>
      <span className={classes.value}>{value}</span>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button
            size="compact-sm"
            variant="light"
            leftSection={copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
            aria-label={copied ? t('tickets:copied') : t('tickets:copyNumber', { number: value })}
            onClick={copy}
          >
            {copied ? t('tickets:copied') : t('conversation:card.copy')}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}

/** What only the phone can press is told; a link opens anywhere, and says where it leads. */
function Action({ action: { label, url } }: { action: CardAction }) {
  if (!url) return <span className={classes.choice}>{label}</span>;
  return (
    <Button
      component="a"
      size="compact-sm"
      variant="light"
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      title={shownAddress({ text: url, href: url })}
      rightSection={<IconExternalLink size={14} aria-hidden />}
      classNames={{ label: classes.linkLabel }}
    >
      {label || shownAddress({ text: url, href: url })}
    </Button>
  );
}
