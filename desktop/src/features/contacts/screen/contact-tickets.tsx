import { listContactTickets } from '@balcao/shared/features/contacts/calls.ts';
import { Link } from 'wouter';
import { ChannelIcon } from '../../../renderer/components/channel-icon.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { TICKET_TONES, ticketState } from '../../../renderer/components/ticket/ticket-tone.ts';
import { useApiPages } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './contact-panel.module.css';
import { MoreButton } from './more-button.tsx';
import { useSamePerson } from './use-same-person.ts';

/** The person's other conversations, on all channels, newest first. */
export function ContactTickets({ contactId, openTicketId }: { contactId: number; openTicketId: number }) {
  const { t } = useTexts();
  const format = useFormat();
  const pages = useApiPages(listContactTickets, { linked: true }, (page) => page.tickets, { contactId });
  const isSamePerson = useSamePerson(contactId);
  const others = pages.rows.filter((ticket) => ticket.id !== openTicketId && isSamePerson(ticket));
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>{t('contacts:tickets')}</h3>
      <QueryView query={pages}>
        {() =>
          others.length === 0 ? (
            <p className={classes.muted}>{t('contacts:noTickets')}</p>
          ) : (
            <div>
              {others.map((ticket) => (
                <Link key={ticket.id} href={`/tickets/${ticket.uuid}`} className={classes.ticket}>
                  <ChannelIcon channel={ticket.channel} />
                  <span className={classes.ticketText}>
                    <span className={classes.ticketLine}>
                      {ticket.queue?.name ?? t('tickets:noQueue')} · {ticket.whatsapp?.name}
                    </span>
                    <span className={classes.muted}>{format.date(ticket.updatedAt)}</span>
                  </span>
                  <StatusPill tone={TICKET_TONES[ticketState(ticket)]}>
                    {t(`tickets:status.${ticketState(ticket)}`)}
                  </StatusPill>
                </Link>
              ))}
              <MoreButton pages={pages} />
            </div>
          )
        }
      </QueryView>
    </section>
  );
}
