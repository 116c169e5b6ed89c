import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { ActionIcon, ScrollArea, Switch } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useBridgeCommand, useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { ContactActions } from './contact-actions.tsx';
import { ContactGallery } from './contact-gallery.tsx';
import { ContactGroups } from './contact-groups.tsx';
import { ContactHead } from './contact-head.tsx';
import { ContactNotes } from './contact-notes.tsx';
import classes from './contact-panel.module.css';
import { ContactTickets } from './contact-tickets.tsx';
import { ContactVisits } from './contact-visits.tsx';
import { ExtraInfo } from './extra-info.tsx';
import { LinkedContacts } from './linked-contacts.tsx';
import { showsOptOut, useOptOutText } from './opt-out.ts';
import { TicketSource } from './ticket-source.tsx';
import { TicketTags } from './ticket-tags.tsx';

interface Props {
  ticket: TicketItem;
  user: SessionUser;
  onClose: () => void;
}

/** The customer of a conversation: their fields, and the files they have sent. */
export function ContactPanel({ ticket, user, onClose }: Props) {
  const { t } = useTexts();
  const query = useBridgeQuery('contacts.get', { id: ticket.contactId });
  const { mutate: update } = useBridgeCommand('contacts.update');
  const optOutText = useOptOutText();
  return (
    <aside className={classes.root} aria-label={t('contacts:panel')}>
      <header className={classes.bar}>
        <h2 className={classes.title}>{t('contacts:panel')}</h2>
        <ActionIcon aria-label={t('contacts:hidePanel')} onClick={onClose}>
          <IconX size={18} />
        </ActionIcon>
      </header>
      <ScrollArea className={classes.scroll} type="hover" scrollbars="y">
        <QueryView query={query}>
          {(contact) => (
            <div className={classes.sections}>
              <ContactHead contact={contact} />
              {ticket.referral ? <TicketSource referral={ticket.referral} /> : null}
              {contact.channels.includes('web') ? <ContactVisits contactId={contact.id} /> : null}
              <TicketTags ticket={ticket} user={user} />
              <ExtraInfo contact={contact} />
              <ContactNotes key={contact.id} contact={contact} />
              {contact.isGroup ? null : <LinkedContacts contact={contact} />}
              <ContactTickets contactId={contact.id} openTicketId={ticket.id} />
              <ContactGallery contact={contact} />
              {contact.isGroup ? null : (
                <>
                  <ContactGroups contactId={contact.id} />
                  <section className={classes.section}>
                    <Switch
                      label={t('contacts:botDisabled')}
                      description={t('contacts:botDisabledHint')}
                      checked={contact.botDisabled}
                      onChange={(event) =>
                        update({
                          contactId: contact.id,
                          change: { botDisabled: event.currentTarget.checked },
                        })
                      }
                    />
                    {showsOptOut(user, contact) ? (
                      <Switch
                        label={t('contacts:optedOut')}
                        description={optOutText(contact)}
                        checked={contact.optedOutAt !== null}
                        onChange={(event) =>
                          update({ contactId: contact.id, change: { optedOut: event.currentTarget.checked } })
                        }
                      />
                    ) : null}
                  </section>
                  <ContactActions contact={contact} />
                </>
              )}
            </div>
          )}
        </QueryView>
      </ScrollArea>
    </aside>
  );
}
