import { updateCapacity } from '@balcao/shared/features/assignment/calls.ts';
import { ASSIGNMENT_LIMITS } from '@balcao/shared/features/assignment/limits.ts';
import { capacity as allowed } from '@balcao/shared/features/assignment/mode.ts';
import type { Agent } from '@balcao/shared/features/assignment/row.ts';
import { NumberInput, SimpleGrid, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormDialog } from '../../../renderer/components/form-dialog.tsx';
import { RecordForm } from '../../../renderer/components/record-form.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';

interface Props {
  agent: Agent | null;
  onClose: () => void;
}

/** How many tickets a person may have, in all and of each queue. */
export function CapacityDialog({ agent, onClose }: Props) {
  const { t } = useTexts();
  return (
    <FormDialog
      value={agent}
      title={({ name }) => t('assignment:capacityNamed', { name })}
      size="md"
      onClose={onClose}
    >
      {(shown) => <CapacityForm key={shown.id} agent={shown} onClose={onClose} />}
    </FormDialog>
  );
}

/** What a field of a number holds: empty is no limit. */
type Typed = number | string;
const typed = (capacity: number | null): Typed => capacity ?? '';
const meant = (value: Typed): number | null => (value === '' ? null : Number(value));

function CapacityForm({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const { t } = useTexts();
  const { data: queues = [] } = useRows('queue');
  const update = useApiCommand(updateCapacity, { quiet: true });
  const isWrong = (value: Typed) =>
    allowed.safeParse(meant(value)).success ? null : t('assignment:capacity.wrong');
  const form = useForm({
    initialValues: {
      all: typed(agent.capacity),
      queues: agent.queues.map(({ queueId, capacity }) => ({ queueId, capacity: typed(capacity) })),
    },
    validate: { all: isWrong, queues: { capacity: isWrong } },
  });
  const submit = form.onSubmit((values) => {
    const body = {
      capacity: meant(values.all),
      queues: values.queues.map(({ queueId, capacity }) => ({ queueId, capacity: meant(capacity) })),
    };
    const saving = update.mutateAsync({ params: { userId: agent.id }, body });
    void whenSaved(saving, t('assignment:capacity.saved'), onClose);
  });
  const number = {
    min: 0,
    max: ASSIGNMENT_LIMITS.capacity,
    allowDecimal: false,
    clampBehavior: 'none',
  } as const;
  return (
    <RecordForm isUnsaved={form.isDirty} onSubmit={submit} commands={[update]} onClose={onClose}>
      <Text size="sm" c="var(--text-muted)">
        {t('assignment:capacity.hint')}
      </Text>
      <NumberInput
        {...number}
        label={t('assignment:capacity.all')}
        data-autofocus
        {...form.getInputProps('all')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {agent.queues.map(({ queueId }, index) => (
          <NumberInput
            {...number}
            key={queueId}
            label={t('assignment:capacity.queue', {
              queue: queues.find(({ id }) => id === queueId)?.name ?? '–',
            })}
            {...form.getInputProps(`queues.${index}.capacity`)}
          />
        ))}
      </SimpleGrid>
    </RecordForm>
  );
}
