import { TITLE } from '@balcao/shared/contract/limits.ts';
import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { createMacro, type MacroFields, updateMacro } from '@balcao/shared/features/macros/calls.ts';
import { type MacroRow, macroEffects } from '@balcao/shared/features/macros/row.ts';
import { can } from '@balcao/shared/permissions.ts';
import { Input, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { EffectsFields } from '../../../renderer/components/effects/effects-fields.tsx';
import { MACRO_KINDS } from '../../../renderer/components/effects/new-effect.ts';
import { useChoices } from '../../../renderer/components/effects/use-choices.ts';
import { RecordDialog } from '../../../renderer/components/record-dialog.tsx';
import { RecordForm } from '../../../renderer/components/record-form.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { changedFields } from '../../../renderer/kit/changed-fields.ts';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import { mayChoose } from './is-gone.ts';

interface Props {
  macro: MacroRow | 'new' | null;
  user: SessionUser;
  onClose: () => void;
}

export function MacroDialog({ macro, user, onClose }: Props) {
  const { t } = useTexts();
  return (
    <RecordDialog
      record={macro}
      addTitle={t('macros:addTitle')}
      editTitle={t('macros:editTitle')}
      size="xl"
      onClose={onClose}
    >
      {(known) => <MacroForm macro={known} user={user} onClose={onClose} />}
    </RecordDialog>
  );
}

function MacroForm({ macro, user, onClose }: { macro: MacroRow | null } & Omit<Props, 'macro'>) {
  const { t } = useTexts();
  const rules = useRules();
  const choices = useChoices();
  const create = useApiCommand(createMacro, { quiet: true });
  const update = useApiCommand(updateMacro, { quiet: true });
  const form = useForm<MacroFields>({
    initialValues: {
      name: macro?.name ?? '',
      team: macro?.team ?? false,
      effects: macro?.effects ?? [{ kind: 'addTags', tagIds: [] }],
    },
    validate: {
      name: rules.within(TITLE),
      effects: (value) => (macroEffects.safeParse(value).success ? null : t('automations:incomplete')),
    },
  });
  const submit = form.onSubmit(async (values) => {
    const fields = { ...values, name: values.name.trim() };
    const saving = macro
      ? update.mutateAsync({ params: { macroId: macro.id }, body: changedFields(fields, macro) })
      : create.mutateAsync({ body: fields });
    await whenSaved(saving, macro ? t('macros:updated') : t('macros:created'), onClose);
  });
  return (
    <RecordForm isUnsaved={form.isDirty} onSubmit={submit} commands={[create, update]} onClose={onClose}>
      <TextInput
        label={t('macros:name')}
        placeholder={t('macros:nameHint')}
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Input.Wrapper label={t('macros:does')} labelElement="div" error={form.errors.effects}>
        <EffectsFields
          effects={form.values.effects}
          kinds={MACRO_KINDS.filter((kind) => mayChoose(user, kind))}
          choices={choices}
          onChange={(effects) => form.setFieldValue('effects', effects)}
        />
      </Input.Wrapper>
      {can(user, 'macros:manageTeam') ? (
        <Switch
          label={t('macros:team')}
          description={t('macros:teamHint')}
          disabled={macro?.team === true && macro.userId !== user.id}
          {...form.getInputProps('team', { type: 'checkbox' })}
        />
      ) : null}
    </RecordForm>
  );
}
