import { createContactList, updateContactList } from '@balcao/shared/features/contact-lists/calls.ts';
import type { ContactListRow } from '@balcao/shared/features/contact-lists/row.ts';
import { Radio, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormActions } from '../../../renderer/components/form-actions.tsx';
import { FormDialog, useUnsaved } from '../../../renderer/components/form-dialog.tsx';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';

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
      {(shown) =>
        shown === 'new' ? <NewList onClose={onClose} /> : <KnownList contactList={shown} onClose={onClose} />
      }
    </FormDialog>
  );
}

function KnownList({ contactList, onClose }: { contactList: ContactListRow; onClose: () => void }) {
  const { t } = useTexts();
  const rules = useRules();
  const update = useApiCommand(updateContactList, { quiet: true });
  const form = useForm({ initialValues: { name: contactList.name }, validate: { name: rules.name } });
  useUnsaved(form.isDirty);
  const submit = form.onSubmit(({ name }) => {
    const params = { contactListId: contactList.id };
    void whenSaved(update.mutateAsync({ params, body: { name } }), t('contactLists:saved'), onClose);
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError error={update.error} />
        <TextInput
          label={t('contactLists:name')}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <FormActions saving={update.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}

const SOURCES = ['nobody', 'tag', 'contacts'] as const;
type Source = (typeof SOURCES)[number];

/** Whoever has made a list looks at who is in it. */
function NewList({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const rules = useRules();
  const create = useApiCommand(createContactList, { quiet: true });
  const { data: tags = [] } = useRows('tag');
  const form = useForm({
    initialValues: { name: '', source: 'nobody' as Source, tagId: '', searchParam: '' },
    validate: {
      name: rules.name,
      tagId: (tagId, { source }) => (source === 'tag' ? rules.required(tagId) : null),
    },
  });
  useUnsaved(form.isDirty);
  const { source } = form.values;
  const submit = form.onSubmit(({ name, tagId, searchParam }) => {
    const from = {
      nobody: {},
      tag: { tagId: Number(tagId) },
      contacts: { contacts: searchParam.trim() ? { searchParam } : {} },
    }[source];
    void whenSaved(create.mutateAsync({ body: { name, ...from } }), t('contactLists:saved'), ({ id }) => {
      onClose();
      navigate(`/contact-lists/${id}/contacts`);
    });
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError error={create.error} />
        <TextInput
          label={t('contactLists:name')}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Radio.Group label={t('contactLists:source')} {...form.getInputProps('source')}>
          <Stack gap="xs" mt="xs">
            {SOURCES.map((one) => (
              <Radio
                key={one}
                value={one}
                label={t(`contactLists:sources.${one}`)}
                description={t(`contactLists:sourceHints.${one}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        {source === 'tag' ? (
          <Select
            label={t('contactLists:tag')}
            searchable
            data={tags.map(({ id, name }) => ({ value: String(id), label: name }))}
            {...form.getInputProps('tagId')}
          />
        ) : null}
        {source === 'contacts' ? (
          <TextInput
            label={t('contactLists:contactSearch')}
            autoComplete="off"
            {...form.getInputProps('searchParam')}
          />
        ) : null}
        <FormActions saving={create.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
