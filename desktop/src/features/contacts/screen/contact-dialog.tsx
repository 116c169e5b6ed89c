import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import {
  type ContactItem,
  type ContactView,
  createContact,
  getContact,
  updateContact,
} from '@balcao/shared/features/contacts/calls.ts';
import { CONTACT_NOTES_MAX } from '@balcao/shared/features/contacts/limits.ts';
import { NOT_OUT } from '@balcao/shared/features/contacts/opt-out.ts';
import { digitsOf } from '@balcao/shared/phone/digits.ts';
import { SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';
import { FormStart } from '../../../renderer/components/form-start.tsx';
import { RecordDialog } from '../../../renderer/components/record-dialog.tsx';
import { RecordForm } from '../../../renderer/components/record-form.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { changedFields } from '../../../renderer/kit/changed-fields.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import { ExtraInfoFields } from './extra-info-fields.tsx';
import { showsOptOut, useOptOutText } from './opt-out.ts';
import { useContactForm } from './use-contact-form.ts';

interface Props {
  /** `new` for a contact to be added; null while nothing is open. */
  contact: Pick<ContactItem, 'id'> | 'new' | null;
  user: SessionUser;
  onClose: () => void;
  onSaved?: (contact: ContactView) => void;
}

/** Makes or changes a contact: name, number, e-mail, and further pairs of name and value. */
export function ContactDialog({ contact, ...props }: Props) {
  const { t } = useTexts();
  return (
    <RecordDialog
      record={contact}
      addTitle={t('contacts:addTitle')}
      editTitle={t('contacts:editTitle')}
      onClose={props.onClose}
    >
      {(row) =>
        row === null ? (
          <ContactForm known={null} {...props} />
        ) : (
          <FormStart key={row.id} contract={getContact} input={{ params: { contactId: row.id } }}>
            {(known) => <ContactForm known={known} {...props} />}
          </FormStart>
        )
      }
    </RecordDialog>
  );
}

interface FormProps extends Omit<Props, 'contact'> {
  known: ContactView | null;
}

function ContactForm({ known, user, onClose, onSaved }: FormProps) {
  const { t } = useTexts();
  const optOutText = useOptOutText();
  const optOut = known ?? NOT_OUT;
  const create = useApiCommand(createContact, { quiet: true });
  const update = useApiCommand(updateContact, { quiet: true });
  const form = useContactForm(known);

  const submit = form.onSubmit(({ email, number: typed, extraInfo, ...values }) => {
    const named = extraInfo.filter(({ name }) => name.trim() !== '');
    const number = digitsOf(typed);
    const fields = { ...values, email: email.trim(), number, extraInfo: named };
    const saving = known
      ? update.mutateAsync({
          params: { contactId: known.id },
          body: changedFields(fields, { ...known, optedOut: known.optedOutAt !== null }),
        })
      : create.mutateAsync({ body: { ...fields, number: number || undefined } });
    const isUnchecked = ({ numberUnchecked, number: stored }: ContactView) =>
      numberUnchecked && stored !== known?.number;
    const text = (saved: ContactView) =>
      isUnchecked(saved) ? t('contacts:savedUnchecked') : t('contacts:saved');
    void whenSaved(saving, text, (saved) => {
      onSaved?.(saved);
      onClose();
    });
  });

  return (
    <RecordForm isUnsaved={form.isDirty} onSubmit={submit} commands={[create, update]} onClose={onClose}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t('contacts:name')}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
          key={form.key('name')}
        />
        <TextInput
          type="email"
          label={t('contacts:email')}
          autoComplete="off"
          {...form.getInputProps('email')}
          key={form.key('email')}
        />
      </SimpleGrid>
      <TextInput
        type="tel"
        label={t('contacts:number')}
        description={t('contacts:numberHint')}
        autoComplete="off"
        disabled={known?.isGroup ?? false}
        {...form.getInputProps('number')}
        key={form.key('number')}
      />
      <ExtraInfoFields form={form} />
      <Textarea
        label={t('contacts:notes')}
        description={t('contacts:notesHint')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={CONTACT_NOTES_MAX}
        {...form.getInputProps('notes')}
        key={form.key('notes')}
      />
      <Switch
        label={t('contacts:botDisabled')}
        description={t('contacts:botDisabledHint')}
        {...form.getInputProps('botDisabled', { type: 'checkbox' })}
        key={form.key('botDisabled')}
      />
      {showsOptOut(user, optOut) && !known?.isGroup ? (
        <Switch
          label={t('contacts:optedOut')}
          description={optOutText(optOut)}
          {...form.getInputProps('optedOut', { type: 'checkbox' })}
          key={form.key('optedOut')}
        />
      ) : null}
    </RecordForm>
  );
}
