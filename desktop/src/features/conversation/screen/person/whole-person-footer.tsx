import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { ChannelIcon } from '../../../../renderer/components/channel-icon.tsx';
import { ticketPath } from '../../../../renderer/components/ticket/use-ticket-actions.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './person.module.css';
import type { WholePerson } from './use-whole-person.ts';

/** Instead of the composer: whoever reads all channels as one first says by which they answer. */
export function WholePersonFooter({ ticket, elsewhere, show }: { ticket: TicketItem } & WholePerson) {
  const { t } = useTexts();
  const answer = ({ channel, whatsapp }: TicketItem) =>
    t('conversation:person.answerBy', {
      channel: t(`tickets:channel.${channel}`),
      connection: whatsapp.name,
    });
  return (
    <div className={classes.footer}>
      <span>{t('conversation:person.readOnly')}</span>
      <Button
        variant="default"
        leftSection={<ChannelIcon channel={ticket.channel} isNamed />}
        onClick={() => show(false)}
      >
        {answer(ticket)}
      </Button>
      {elsewhere.map((other) => (
        <Button
          key={other.id}
          component={Link}
          href={ticketPath(other.uuid)}
          variant="default"
          leftSection={<ChannelIcon channel={other.channel} isNamed />}
        >
          {answer(other)}
        </Button>
      ))}
    </div>
  );
}
