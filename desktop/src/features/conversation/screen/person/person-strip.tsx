import { displayName } from '@balcao/shared/phone/phone-format.ts';
import { Badge, Switch } from '@mantine/core';
import { ChannelIcon } from '../../../../renderer/components/channel-icon.tsx';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './person.module.css';
import type { WholePerson } from './use-whole-person.ts';

/** Where else the person writes, what is unread there, and the switch that shows all of it as one. */
export function PersonStrip({ elsewhere, isWhole, show }: WholePerson) {
  const { t } = useTexts();
  if (elsewhere.length === 0) return null;
  const channels = new Set(elsewhere.map(({ channel }) => channel));
  const names = elsewhere.map(({ channel, contact }) =>
    t('conversation:person.part', { channel: t(`tickets:channel.${channel}`), name: displayName(contact) }),
  );
  const unread = elsewhere.reduce((sum, { unreadMessages }) => sum + unreadMessages, 0);
  const also = t('conversation:person.also', { list: names.join(', ') });
  return (
    <section className={classes.strip} aria-label={t('conversation:person.title')}>
      {[...channels].map((channel) => (
        <ChannelIcon key={channel} channel={channel} className={classes.icon} isNamed />
      ))}
      <span className={classes.also} title={also}>
        {also}
      </span>
      {unread > 0 ? (
        <Badge
          size="sm"
          variant="filled"
          circle={unread < 10}
          className={classes.unread}
          title={t('conversation:unread', { count: unread })}
        >
          {unread}
        </Badge>
      ) : null}
      <Switch
        size="sm"
        className={classes.switch}
        label={t('conversation:person.whole')}
        checked={isWhole}
        onChange={(event) => show(event.currentTarget.checked)}
      />
    </section>
  );
}
