import type { QueueView } from '@balcao/shared/features/queues/calls.ts';
import { NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ColorPalette } from '../../../renderer/components/color-palette.tsx';
import { FileField, isOnItsWay } from '../../../renderer/components/file-field.tsx';
import { FormActions } from '../../../renderer/components/form-actions.tsx';
import { useLeaving, useUnsaved } from '../../../renderer/components/form-dialog.tsx';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { TemplateField } from '../../../renderer/components/template-field.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { ConnectionsField, isOfConnections } from './queue-connections.tsx';
import { QueueSections, sectionsOf } from './queue-sections.tsx';
import { type QueueFields, useQueueForm } from './use-queue-form.ts';
import { useSaveQueue } from './use-save-queue.ts';

interface Props {
  queue: QueueView | null;
  others: readonly QueueView[];
  ownHours: boolean;
  onClose: () => void;
}

/** A queue, new or known: what every one needs, and folded away what few do. */
export function QueueForm({ queue, others, ownHours, onClose }: Props) {
  const taken = new Map(others.filter(({ id }) => id !== queue?.id).map(({ color, name }) => [color, name]));
  const form = useQueueForm(queue, taken, others);
  const [unfolded, setUnfolded] = useState<string[]>([]);
  const { save, isSaving, refusal } = useSaveQueue(queue, ownHours, onClose);
  useUnsaved(form.isDirty);
  const [ofForm, ofConnections] = isOfConnections(refusal) ? [null, refusal] : [refusal, null];
  // The dialog closes behind both tabs.
  const leaveOption = useLeaving('option');
  const submit = form.onSubmit(
    (values) => leaveOption(() => void save(values)),
    (errors) => setUnfolded((open) => [...new Set([...open, ...sectionsOf(errors)])]),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError error={ofForm} />
        <Basics form={form} taken={taken} refusal={ofConnections} onMended={submit} />
        <QueueSections
          form={form}
          others={others.filter(({ id }) => id !== queue?.id)}
          ownHours={ownHours}
          unfolded={unfolded}
          onUnfold={setUnfolded}
        />
        <FormActions
          saving={isSaving || isOnItsWay(form.values.file)}
          onCancel={() => leaveOption(onClose)}
        />
      </Stack>
    </form>
  );
}

interface BasicsProps {
  form: QueueFields;
  /** Colours of other queues, and whose they are. */
  taken: ReadonlyMap<string, string>;
  /** Why the connections could not be saved. */
  refusal: Error | null;
  onMended: () => void;
}

function Basics({ form, taken, refusal, onMended }: BasicsProps) {
  const { t } = useTexts();
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t('queues:name')}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <NumberInput
          label={t('queues:order')}
          description={t('queues:orderHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={0}
          max={9_999}
          allowDecimal={false}
          clampBehavior="strict"
          {...form.getInputProps('orderQueue')}
        />
      </SimpleGrid>
      <ColorPalette
        label={t('queues:color')}
        taken={taken}
        {...form.getInputProps('color')}
        value={form.values.color}
      />
      <ConnectionsField
        {...form.getInputProps('connectionIds')}
        value={form.values.connectionIds}
        refusal={refusal}
        onMended={onMended}
      />
      <TemplateField
        label={t('queues:greetingMessage')}
        description={t('queues:greetingHint')}
        {...form.getInputProps('greetingMessage')}
        value={form.values.greetingMessage}
      />
      <FileField
        label={t('queues:file')}
        description={t('queues:fileHint')}
        {...form.getInputProps('file')}
        value={form.values.file}
      />
    </>
  );
}
