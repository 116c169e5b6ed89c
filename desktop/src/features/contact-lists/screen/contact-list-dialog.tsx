import { createContactList, updateContactList } from '@balcao/shared/features/contact-lists/calls.ts';
import type { ContactListRow } from '@balcao/shared/features/contact-lists/row.ts';
import { Radio, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { BasisFields } from '../../../renderer/components/list-basis/basis-fields.tsx';
import { basisOf, basisValues, useBasisRules } from '../../../renderer/components/list-basis/basis-values.ts';
import { RecordDialog } from '../../../renderer/components/record-dialog.tsx';
import { RecordForm } from '../../../renderer/components/record-form.tsx';
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
    <RecordDialog
      record={contactList}
      addTitle={t('contactLists:addTitle')}
      editTitle={t('contactLists:editTitle')}
      size="md"
      onClose={onClose}
    >
      {(known) =>
        known === null ? <NewList onClose={onClose} /> : <KnownList contactList={known} onClose={onClose} />
      }
    </RecordDialog>
  );
}

function KnownList({ contactList, onClose }: { contactList: ContactListRow; onClose: () => void }) {
  const { t } = useTexts();
  const rules = useRules();
  const update = useApiCommand(updateContactList, { quiet: true });
  const form = useForm({
    initialValues: { name: contactList.name, basis: basisValues(contactList.basis) },
    validate: { name: rules.name, basis: useBasisRules(() => false) },
  });
  const submit = form.onSubmit(({ name, basis }) => {
    const params = { contactListId: contactList.id };
    const body = { name, basis: basisOf(basis) };
    void whenSaved(update.mutateAsync({ params, body }), t('contactLists:saved'), onClose);
  });
  return (
    <RecordForm isUnsaved={form.isDirty} onSubmit={submit} commands={[update]} onClose={onClose}>
      <TextInput
        label={t('contactLists:name')}
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <BasisFields kind={form.values.basis.kind} input={(field) => form.getInputProps(`basis.${field}`)} />
    </RecordForm>
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
    initialValues: {
      name: '',
      source: 'nobody' as Source,
      tagId: '',
      searchParam: '',
      basis: basisValues(null),
    },
    validate: {
      name: rules.name,
      basis: useBasisRules(() => true),
      tagId: (tagId, { source }) => (source === 'tag' ? rules.required(tagId) : null),
    },
  });
  const { source } = form.values;
  const submit = form.onSubmit(({ name, tagId, searchParam, ...values }) => {
    const basis = basisOf(values.basis);
    if (!basis) return;
    const from = {
      nobody: {},
      tag: { tagId: Number(tagId) },
      contacts: { contacts: searchParam.trim() ? { searchParam } : {} },
    }[source];
    const saved = create.mutateAsync({ body: { name, basis, ...from } });
    void whenSaved(saved, t('contactLists:saved'), ({ id }) => {
      onClose();
      navigate(`/contact-lists/${id}/contacts`);
    });
  });

  return (
    <RecordForm isUnsaved={form.isDirty} onSubmit={submit} commands={[create]} onClose={onClose}>
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
      <BasisFields kind={form.values.basis.kind} input={(field) => form.getInputProps(`basis.${field}`)} />
    </RecordForm>
  );
}
