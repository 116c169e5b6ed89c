import { TITLE } from '@balcao/shared/contract/limits.ts';
import {
  createDeadlinePolicy,
  type DeadlinePolicyFields,
  updateDeadlinePolicy,
} from '@balcao/shared/features/deadlines/calls.ts';
import { DEADLINE_KINDS } from '@balcao/shared/features/deadlines/deadline.ts';
import { LIMITS } from '@balcao/shared/features/deadlines/limits.ts';
import { deadlineTargets } from '@balcao/shared/features/deadlines/policy.ts';
import type { DeadlinePolicyRow } from '@balcao/shared/features/deadlines/row.ts';
import { Alert, Checkbox, Input, NumberInput, SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { RecordDialog } from '../../../renderer/components/record-dialog.tsx';
import { RecordForm } from '../../../renderer/components/record-form.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import { TicketsFields } from './tickets-fields.tsx';

const EMPTY: DeadlinePolicyFields = {
  name: '',
  active: true,
  targets: { firstAnswer: 15, nextAnswer: null, resolution: null },
  tickets: { queueIds: [], tagIds: [], connectionIds: [], contact: null },
  businessHours: true,
};

interface Props {
  policy: DeadlinePolicyRow | 'new' | null;
  onClose: () => void;
}

export function PolicyDialog({ policy, onClose }: Props) {
  const { t } = useTexts();
  return (
    <RecordDialog
      record={policy}
      addTitle={t('deadlines:addTitle')}
      editTitle={t('deadlines:editTitle')}
      size="lg"
      onClose={onClose}
    >
      {(known) => <PolicyForm policy={known} onClose={onClose} />}
    </RecordDialog>
  );
}

function PolicyForm({ policy, onClose }: { policy: DeadlinePolicyRow | null; onClose: () => void }) {
  const { t } = useTexts();
  const rules = useRules();
  const create = useApiCommand(createDeadlinePolicy, { quiet: true });
  const update = useApiCommand(updateDeadlinePolicy, { quiet: true });
  const { name, active, targets, tickets, businessHours } = policy ?? EMPTY;
  const form = useForm<DeadlinePolicyFields>({
    initialValues: { name, active, targets, tickets, businessHours },
    validate: {
      name: rules.within(TITLE),
      targets: (value) => {
        if (!deadlineTargets.safeParse(value).success) return t('deadlines:badMinutes');
        return DEADLINE_KINDS.every((kind) => value[kind] === null) ? t('deadlines:noTarget') : null;
      },
      tickets: ({ contact }) =>
        contact && (contact.field.trim() === '' || contact.value.trim() === '')
          ? t('deadlines:contactIncomplete')
          : null,
    },
  });
  const { values, errors, setFieldValue } = form;
  const submit = form.onSubmit(async (fields) => {
    const body = { ...fields, name: fields.name.trim() };
    const saving = policy
      ? update.mutateAsync({ params: { deadlinePolicyId: policy.id }, body })
      : create.mutateAsync({ body });
    await whenSaved(saving, policy ? t('deadlines:updated') : t('deadlines:created'), onClose);
  });
  return (
    <RecordForm isUnsaved={form.isDirty} onSubmit={submit} commands={[create, update]} onClose={onClose}>
      <WhyResting policy={policy} />
      <TextInput
        label={t('deadlines:name')}
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Input.Wrapper
        description={t('deadlines:targetsHint')}
        error={errors.targets}
        inputWrapperOrder={['description', 'input', 'error']}
      >
        <SimpleGrid cols={{ base: 1, xs: 3 }} mt={6}>
          {DEADLINE_KINDS.map((kind) => (
            <NumberInput
              key={kind}
              label={t(`deadlines:targets.${kind}`)}
              suffix={` ${t('deadlines:minutes')}`}
              min={0}
              max={LIMITS.minutes}
              allowDecimal={false}
              clampBehavior="none"
              value={values.targets[kind] ?? ''}
              onChange={(minutes) =>
                setFieldValue('targets', {
                  ...values.targets,
                  [kind]: minutes === '' ? null : Number(minutes),
                })
              }
            />
          ))}
        </SimpleGrid>
      </Input.Wrapper>
      <Checkbox
        label={t('deadlines:businessHours')}
        description={t('deadlines:businessHoursHint')}
        {...form.getInputProps('businessHours', { type: 'checkbox' })}
      />
      <TicketsFields
        tickets={values.tickets}
        error={errors.tickets}
        onChange={(changed) => setFieldValue('tickets', changed)}
      />
    </RecordForm>
  );
}

function WhyResting({ policy }: { policy: DeadlinePolicyRow | null }) {
  const { t } = useTexts();
  const format = useFormat();
  if (!policy?.restingSince) return null;
  return (
    <Alert color="yellow" title={t('deadlines:resting')}>
      {t('deadlines:restingHint', { when: format.moment(policy.restingSince) })}
    </Alert>
  );
}
