import { ASSIGNMENT_LIMITS } from '@balcao/shared/features/assignment/limits.ts';
import { ASSIGNMENT_MODES } from '@balcao/shared/features/assignment/mode.ts';
import { Checkbox, type InputWrapperProps, NumberInput, Select, SimpleGrid, Stack } from '@mantine/core';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import type { QueueFields } from './use-queue-form.ts';

/** What is said of a field stands below it. */
const ORDER: NonNullable<InputWrapperProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error'];

interface Props {
  form: QueueFields;
  others: readonly { id: number; name: string }[];
}

/** Who gets what waits in the queue, and where it goes on when nobody does. */
export function AssignmentFields({ form, others }: Props) {
  const { t } = useTexts();
  const { assignment, overflowQueueId } = form.values;
  const number = {
    min: 1,
    allowDecimal: false,
    clampBehavior: 'strict' as const,
    inputWrapperOrder: ORDER,
  };
  return (
    <Stack>
      <Select
        label={t('assignment:queue.label')}
        description={t(`assignment:queue.hints.${assignment}`)}
        inputWrapperOrder={ORDER}
        data={ASSIGNMENT_MODES.map((value) => ({ value, label: t(`assignment:queue.modes.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('assignment')}
      />
      {assignment === 'known' ? (
        <NumberInput
          {...number}
          label={t('assignment:queue.knownDays')}
          description={t('assignment:queue.knownDaysHint')}
          max={ASSIGNMENT_LIMITS.knownDays}
          {...form.getInputProps('assignmentKnownDays')}
        />
      ) : null}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={t('assignment:queue.overflow')}
          description={t('assignment:queue.overflowHint')}
          inputWrapperOrder={ORDER}
          placeholder={t('assignment:queue.noOverflow')}
          data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
          clearable
          clearButtonProps={{ 'aria-label': t('common:clear') }}
          {...form.getInputProps('overflowQueueId')}
        />
        {overflowQueueId === null ? null : (
          <NumberInput
            {...number}
            label={t('assignment:queue.minutes')}
            description={t('assignment:queue.minutesHint')}
            max={ASSIGNMENT_LIMITS.overflowMinutes}
            {...form.getInputProps('overflowMinutes')}
          />
        )}
      </SimpleGrid>
      {overflowQueueId === null ? null : (
        <Checkbox
          label={t('assignment:queue.businessHours')}
          description={t('assignment:queue.businessHoursHint')}
          {...form.getInputProps('overflowBusinessHours', { type: 'checkbox' })}
        />
      )}
    </Stack>
  );
}
