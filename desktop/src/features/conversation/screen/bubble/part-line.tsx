import { ChannelIcon } from '../../../../renderer/components/channel-icon.tsx';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import type { Part } from '../log/conversation-rows.ts';
import classes from './part-line.module.css';

/** Where several conversations are shown as one: whose messages follow, and by which channel they came. */
export function PartLine({ name, channel }: Pick<Part, 'name' | 'channel'>) {
  const { t } = useTexts();
  return (
    <div className={classes.root} data-testid="part-line">
      <span>
        <ChannelIcon channel={channel} isNamed />
        {t('conversation:person.part', { channel: t(`tickets:channel.${channel}`), name })}
      </span>
    </div>
  );
}
