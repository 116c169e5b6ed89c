import { createContactList, updateContactList } from '@balcao/shared/api/contact-lists.ts';
import type { ContactListRow } from '@balcao/shared/model/contact-list.ts';
import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormActions } from '../../components/form-actions.tsx';
import { FormDialog, useUnsaved } from '../../components/form-dialog.tsx';
import { FormError } from '../../components/form-error.tsx';
import { useApiCommand } from '../../kit/api-query.ts';
import { changedFields } from '../../kit/changed-fields.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { whenSaved } from '../../kit/when-saved.ts';

interface Props {
  contactList: ContactListRow | 'new' | null;
  onClose: () => void;
}

export function ContactListDialog({ contactList, onClose }: Props) {
  const { t } = useTexts();
  return (
    <FormDialog
      value={contactList}
      title={(shown) => (shown === 'new' ? t('contactLists:addTitle') : t('contactLists:editTitle'))}
      size="md"
      onClose={onClose}
    >
      {(shown) => <ContactListForm contactList={shown === 'new' ? null : shown} onClose={onClose} />}
    </FormDialog>
  );
}

function ContactListForm({
  contactList,
  onClose,
}: {
  contactList: ContactListRow | null;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const create = useApiCommand(createContactList, { quiet: true });
  const update = useApiCommand(updateContactList, { quiet: true });
  const form = useForm({
    initialValues: { name: contactList?.name ?? '' },
    validate: {
      name: (name) => {
        if (name.trim().length === 0) return t('contactLists:nameRequired');
        return name.trim().length > 100 ? t('common:rules.tooLong') : null;
      },
    },
  });
  useUnsaved(form.isDirty);
  const submit = form.onSubmit(async ({ name }) => {
    const fields = { name: name.trim() };
    const saved = contactList
      ? update.mutateAsync({
          params: { contactListId: contactList.id },
          body: changedFields(fields, contactList),
        })
      : create.mutateAsync({ body: fields });
    await whenSaved(saved, contactList ? t('common:updated') : t('common:success'), onClose);
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError error={create.error ?? update.error} />
        <TextInput
          label={t('contactLists:name')}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <FormActions saving={create.isPending || update.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
