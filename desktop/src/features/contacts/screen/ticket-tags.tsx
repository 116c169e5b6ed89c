import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { ActionIcon } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { mayActOn } from '../../../renderer/components/ticket/may-act-on.ts';
import { usePropertyButton } from '../../../renderer/components/ticket/use-property-button.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './contact-panel.module.css';

/** The tags of the conversation; each of them, and the plus, leads to the choice of all. */
export function TicketTags({ ticket, user }: { ticket: TicketItem; user: SessionUser }) {
  const { t } = useTexts();
  const button = usePropertyButton('tags', [ticket]);
  const mayChange = mayActOn(ticket, user);
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>
        {t('contacts:tags')}
        {mayChange ? (
          <ActionIcon size={24} aria-label={t('contacts:addTag')} {...button}>
            <IconPlus size={15} />
          </ActionIcon>
        ) : null}
      </h3>
      {ticket.tags.length === 0 ? <p className={classes.muted}>{t('contacts:noTags')}</p> : null}
      <div className={classes.chips}>
        {ticket.tags.map(({ id, name, color }) => (
          <button key={id} type="button" className={classes.chip} disabled={!mayChange} {...button}>
            <span className={classes.dot} style={{ background: color }} />
            {name}
          </button>
        ))}
      </div>
    </section>
  );
}
