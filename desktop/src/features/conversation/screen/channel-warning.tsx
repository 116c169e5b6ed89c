import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { IconPlugX } from '@tabler/icons-react';
import { CONNECTION_WARNING_DELAY_MS } from '../../../renderer/kit/limits.ts';
import { useDelayed } from '../../../renderer/kit/use-delayed.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './conversation.module.css';

/**
 * Warns that the company's number is offline on WhatsApp: answers are stored, and the agent should know why they wait.
 */
export function ChannelWarning({ whatsapp }: Pick<TicketItem, 'whatsapp'>) {
  const { t } = useTexts();
  const down = useDelayed(whatsapp.status !== 'connected', CONNECTION_WARNING_DELAY_MS);
  if (!down) return null;
  return (
    <div className={classes.channelWarning} role="status" data-testid="channel-warning">
      <IconPlugX size={17} stroke={1.7} aria-hidden />
      {t('tickets:channelDown', { name: whatsapp.name })}
    </div>
  );
}
