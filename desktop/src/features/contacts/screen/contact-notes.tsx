import { CONTACT_NOTES_MAX } from '@balcao/shared/features/contacts/limits.ts';
import type { ContactRow } from '@balcao/shared/features/contacts/row.ts';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { useOnLeave } from '../../../renderer/kit/use-on-leave.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './contact-panel.module.css';

/** Notes for the team. Leaving the field saves them; a colleague's change meanwhile is shown then. */
export function ContactNotes({ contact }: { contact: ContactRow }) {
  const { t } = useTexts();
  const [draft, setDraft] = useState<string | null>(null);
  const { mutate: update } = useBridgeCommand('contacts.update');
  const save = () => {
    const notes = draft?.trim();
    setDraft(null);
    if (notes !== undefined && notes !== contact.notes) update({ contactId: contact.id, change: { notes } });
  };
  useOnLeave(save);
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>{t('contacts:notes')}</h3>
      <Textarea
        aria-label={t('contacts:notes')}
        placeholder={t('contacts:notesEmpty')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={CONTACT_NOTES_MAX}
        value={draft ?? contact.notes}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={save}
      />
    </section>
  );
}
