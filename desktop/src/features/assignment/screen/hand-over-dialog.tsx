import { handOver } from '@balcao/shared/features/assignment/calls.ts';
import type { Agent } from '@balcao/shared/features/assignment/row.ts';
import { Select, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormDialog } from '../../../renderer/components/form-dialog.tsx';
import { RecordForm } from '../../../renderer/components/record-form.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';

interface Props {
  agent: Agent | null;
  agents: readonly Agent[];
  onClose: () => void;
}

const QUEUES = 'queues';

/** Moves what a person has to a colleague, or back to the queues. */
export function HandOverDialog({ agent, agents, onClose }: Props) {
  const { t } = useTexts();
  return (
    <FormDialog
      value={agent}
      title={({ name }) => t('assignment:handOver.title', { name })}
      size="md"
      onClose={onClose}
    >
      {(shown) => (
        <HandOverForm
          key={shown.id}
          agent={shown}
          colleagues={agents.filter(({ id }) => id !== shown.id)}
          onClose={onClose}
        />
      )}
    </FormDialog>
  );
}

function HandOverForm(props: { agent: Agent; colleagues: readonly Agent[]; onClose: () => void }) {
  const { agent, colleagues, onClose } = props;
  const { t } = useTexts();
  const move = useApiCommand(handOver, { quiet: true });
  const form = useForm({ initialValues: { to: QUEUES } });
  const submit = form.onSubmit(({ to }) => {
    const body = { toUserId: to === QUEUES ? null : Number(to) };
    const moving = move.mutateAsync({ params: { userId: agent.id }, body });
    const said = ({ moved, left }: { moved: number; left: number }) =>
      [
        t('assignment:handOver.moved', { count: moved }),
        ...(left > 0 ? [t('assignment:handOver.left', { count: left })] : []),
      ].join('. ');
    void whenSaved(moving, said, onClose);
  });
  return (
    <RecordForm
      isUnsaved={form.isDirty}
      onSubmit={submit}
      commands={[move]}
      label={t('assignment:handOver.confirm')}
      onClose={onClose}
    >
      <Text size="sm" c="var(--text-muted)">
        {t('assignment:handOver.hint', { count: agent.open })}
      </Text>
      <Select
        label={t('assignment:handOver.to')}
        description={form.values.to === QUEUES ? t('assignment:handOver.queuesHint') : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={[
          { value: QUEUES, label: t('assignment:handOver.queues') },
          ...colleagues.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        searchable
        allowDeselect={false}
        data-autofocus
        openOnFocus={false}
        {...form.getInputProps('to')}
      />
    </RecordForm>
  );
}
