import {
  KEY_AREAS,
  KEY_RIGHTS,
  type KeyArea,
  type KeyRight,
  type KeyScopes,
} from '@balcao/shared/contract/key-areas.ts';
import { createApiKey } from '@balcao/shared/features/api-keys/calls.ts';
import { Group, Input, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { FormActions } from '../../../renderer/components/form-actions.tsx';
import { FormDialog, useUnsaved } from '../../../renderer/components/form-dialog.tsx';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { serverNow } from '../../../renderer/kit/server-now.ts';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';

/** Days; null: until somebody revokes it. */
const EXPIRY = { d30: 30, d90: 90, d365: 365, never: null } as const;
type Expiry = keyof typeof EXPIRY;
const EXPIRIES = Object.keys(EXPIRY) as Expiry[];

interface Props {
  opened: boolean;
  onClose: () => void;
  /** One was made: it is shown this once. */
  onMade: (made: { name: string; key: string }) => void;
}

export function KeyDialog({ opened, onClose, onMade }: Props) {
  const { t } = useTexts();
  return (
    <FormDialog
      value={opened || null}
      title={() => t('messagesApi:keys.addTitle')}
      size="lg"
      onClose={onClose}
    >
      {() => <KeyForm onClose={onClose} onMade={onMade} />}
    </FormDialog>
  );
}

interface Values {
  name: string;
  scopes: KeyScopes;
  expiry: Expiry;
}

function KeyForm({ onClose, onMade }: Omit<Props, 'opened'>) {
  const { t } = useTexts();
  const rules = useRules();
  const create = useApiCommand(createApiKey, { quiet: true });
  const form = useForm<Values>({
    initialValues: { name: '', scopes: {}, expiry: 'd365' },
    validate: {
      name: rules.name,
      scopes: (chosen) => (Object.keys(chosen).length > 0 ? null : t('messagesApi:keys.scopesRequired')),
    },
  });
  useUnsaved(form.isDirty);
  const submit = form.onSubmit(async ({ name, scopes, expiry }) => {
    const days = EXPIRY[expiry];
    const expiresAt =
      days === null ? null : new Date(serverNow().getTime() + days * 86_400_000).toISOString();
    const making = create.mutateAsync({ body: { name: name.trim(), scopes, expiresAt } });
    await whenSaved(making, t('messagesApi:keys.created'), (made) => {
      onClose();
      onMade(made);
    });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError error={create.error} />
        <TextInput
          label={t('messagesApi:keys.name')}
          description={t('messagesApi:keys.nameHint')}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Select
          label={t('messagesApi:keys.expires')}
          data={EXPIRIES.map((value) => ({ value, label: t(`messagesApi:keys.expiry.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('expiry')}
        />
        <Scopes
          value={form.values.scopes}
          onChange={(scopes) => form.setFieldValue('scopes', scopes)}
          error={form.errors.scopes}
        />
        <FormActions saving={create.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}

interface ScopesProps {
  value: KeyScopes;
  onChange: (scopes: KeyScopes) => void;
  error: ReactNode;
}

/** Of each area nothing, reading, or writing too. */
function Scopes({ value, onChange, error }: ScopesProps) {
  const { t } = useTexts();
  const choices = (['none', ...KEY_RIGHTS] as const).map((right) => ({
    value: right,
    label: t(`messagesApi:keys.rights.${right}`),
  }));
  const set = (area: KeyArea, right: string) => {
    const { [area]: _, ...others } = value;
    onChange(right === 'none' ? others : { ...others, [area]: right as KeyRight });
  };
  return (
    <Input.Wrapper label={t('messagesApi:keys.scopes')} labelElement="div" error={error}>
      <Stack gap="xs" mt="xs">
        {KEY_AREAS.map((area) => {
          const name = t(`messagesApi:keys.areas.${area}`);
          return (
            <Group key={area} justify="space-between" gap="xs">
              <Text size="sm">{name}</Text>
              <SegmentedControl
                size="xs"
                aria-label={t('messagesApi:keys.right', { area: name })}
                data={choices}
                value={value[area] ?? 'none'}
                onChange={(right) => set(area, right)}
              />
            </Group>
          );
        })}
      </Stack>
    </Input.Wrapper>
  );
}
