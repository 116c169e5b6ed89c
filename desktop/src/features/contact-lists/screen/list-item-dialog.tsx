import {
  type ContactListItemView,
  createContactListItem,
  updateContactListItem,
} from '@balcao/shared/features/contact-lists/items.ts';
import { CONTACT_NAME, CONTACT_NUMBER } from '@balcao/shared/features/contacts/limits.ts';
import { digitsOf } from '@balcao/shared/phone/digits.ts';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { RecordDialog } from '../../../renderer/components/record-dialog.tsx';
import { RecordForm } from '../../../renderer/components/record-form.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { changedFields } from '../../../renderer/kit/changed-fields.ts';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';

interface Props {
  contactListId: number;
  item: ContactListItemView | 'new' | null;
  onClose: () => void;
}

export function ListItemDialog({ contactListId, item, onClose }: Props) {
  const { t } = useTexts();
  return (
    <RecordDialog
      record={item}
      addTitle={t('contactLists:items.addTitle')}
      editTitle={t('contactLists:items.editTitle')}
      size="md"
      onClose={onClose}
    >
      {(known) => <ItemForm contactListId={contactListId} known={known} onClose={onClose} />}
    </RecordDialog>
  );
}

interface FormProps {
  contactListId: number;
  known: ContactListItemView | null;
  onClose: () => void;
}

function ItemForm({ contactListId, known, onClose }: FormProps) {
  const { t } = useTexts();
  const rules = useRules();
  const create = useApiCommand(createContactListItem, { quiet: true });
  const update = useApiCommand(updateContactListItem, { quiet: true });
  const form = useForm({
    initialValues: { name: known?.name ?? '', number: known?.number ?? '', email: known?.email ?? '' },
    validate: {
      // A name from a contact may be shorter or longer than one that is typed.
      name: (name) => (name === known?.name ? null : rules.within(CONTACT_NAME)(name)),
      number: (number) => rules.within(CONTACT_NUMBER)(digitsOf(number)),
      email: (email) => (email.trim() ? rules.email(email) : null),
    },
  });
  const submit = form.onSubmit(({ name, number, email }) => {
    const fields = { name: name.trim(), number: digitsOf(number), email: email.trim() };
    const saving = known
      ? update.mutateAsync({ params: { contactListItemId: known.id }, body: changedFields(fields, known) })
      : create.mutateAsync({ body: { contactListId, ...fields } });
    void whenSaved(saving, t('contactLists:items.saved'), onClose);
  });

  return (
    <RecordForm isUnsaved={form.isDirty} onSubmit={submit} commands={[create, update]} onClose={onClose}>
      <TextInput
        label={t('contactLists:name')}
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        type="tel"
        label={t('contactLists:items.number')}
        description={t('contactLists:items.numberHint')}
        autoComplete="off"
        {...form.getInputProps('number')}
      />
      <TextInput
        type="email"
        label={t('contactLists:items.email')}
        autoComplete="off"
        {...form.getInputProps('email')}
      />
    </RecordForm>
  );
}
