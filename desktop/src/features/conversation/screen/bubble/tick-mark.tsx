import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import { Tooltip } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconChecks, IconClock } from '@tabler/icons-react';
import { useBridgeQuery } from '../../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { tickOf } from './tick.ts';
import classes from './tick-mark.module.css';

type Delivery = Pick<MessageItem, 'delivery' | 'ack'>;

const ICONS = {
  sent: IconCheck,
  delivered: IconChecks,
  read: IconChecks,
  failed: IconAlertCircle,
};

/** How far an own message has come. */
export function TickMark({ message }: { message: Delivery }) {
  const { t } = useTexts();
  const tick = tickOf(message);
  if (tick === 'clock') return <Waiting delivery={message.delivery} />;
  const TickIcon = ICONS[tick];
  return (
    <span className={classes.tick} data-tick={tick} role="img" aria-label={t(`tickets:ticks.${tick}`)}>
      <TickIcon size={16} stroke={2} aria-hidden />
    </span>
  );
}

/** Names what is down: this computer's network, the server, or the session with WhatsApp. */
function Waiting({ delivery }: Pick<Delivery, 'delivery'>) {
  const { t } = useTexts();
  const { data: status } = useBridgeQuery('sync.status', null);
  const layer = delivery === 'accepted' ? 'whatsapp' : status?.layer;
  const label = layer ? t(`tickets:waits.${layer}`) : t('tickets:ticks.clock');
  return (
    <Tooltip label={label}>
      <span className={classes.tick} data-tick="clock" role="img" aria-label={label}>
        <IconClock size={13} stroke={2} aria-hidden />
      </span>
    </Tooltip>
  );
}
