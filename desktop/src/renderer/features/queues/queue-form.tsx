import { createQueue, type QueueView, updateQueue } from '@balcao/shared/api/queues.ts';
import { QUEUE_TOKEN_MAX_CHARS } from '@balcao/shared/constants.ts';
import { type BusinessHours, DEFAULT_BUSINESS_HOURS } from '@balcao/shared/domain/business-hours.ts';
import { PALETTE } from '@balcao/shared/domain/palette.ts';
import { Accordion, NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { BotSelects } from '../../components/bot-selects.tsx';
import { BusinessHoursTable, isTime } from '../../components/business-hours-table.tsx';
import { ColorPalette } from '../../components/color-palette.tsx';
import { type AttachedFile, FileField, isOnItsWay } from '../../components/file-field.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { useLeaving, useUnsaved } from '../../components/form-dialog.tsx';
import { FormError } from '../../components/form-error.tsx';
import { TemplateField } from '../../components/template-field.tsx';
import { useApiCommand } from '../../kit/api-query.ts';
import { changedFields } from '../../kit/changed-fields.ts';
import { useRows } from '../../kit/use-rows.ts';
import { useRules } from '../../kit/use-rules.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { whenSaved } from '../../kit/when-saved.ts';
import { ConnectionsField, isOfConnections } from './queue-connections.tsx';
import classes from './queues.module.css';

interface Props {
  queue: QueueView | null;
  others: readonly QueueView[];
  ownHours: boolean;
  onClose: () => void;
}

const TEXTS = ['greetingMessage', 'completionMessage', 'outOfHoursMessage', 'ratingMessage'] as const;

/** Where a field that may be wrong is folded away. */
const SECTION_OF: Record<string, string> = { hours: 'hours', token: 'automation' };
const sectionsOf = (errors: object) =>
  Object.keys(errors).flatMap((name) => SECTION_OF[name.split('.')[0] ?? ''] ?? []);

export function QueueForm({ queue, others, ownHours, onClose }: Props) {
  const { t } = useTexts();
  const create = useApiCommand(createQueue, { quiet: true, also: ['users'] });
  const update = useApiCommand(updateQueue, { quiet: true, also: ['users'] });
  const taken = new Map(others.filter(({ id }) => id !== queue?.id).map(({ color, name }) => [color, name]));
  const form = useQueueForm(queue, taken, others);
  const [unfolded, setUnfolded] = useState<string[]>([]);
  useUnsaved(form.isDirty);
  const refusal = create.error ?? update.error;
  const [ofForm, ofConnections] = isOfConnections(refusal) ? [null, refusal] : [refusal, null];
  // The dialog closes behind both tabs.
  const leaveOption = useLeaving('option');

  const save = async ({ file, hours, connectionIds, ...values }: QueueValues) => {
    const fields = {
      ...values,
      name: values.name.trim(),
      mediaId: file?.mediaId ?? null,
      connectionIds: connectionIds.map(Number).toSorted((a, b) => a - b),
      ...(ownHours ? { schedules: hours } : {}),
    };
    const before = queue && { ...queue, mediaId: queue.media?.id ?? null };
    const saved = before
      ? update.mutateAsync({ params: { queueId: before.id }, body: changedFields(fields, before) })
      : create.mutateAsync({ body: fields });
    await whenSaved(saved, t('queues:saved'), onClose);
  };
  const submit = form.onSubmit(
    (values) => leaveOption(() => void save(values)),
    (errors) => setUnfolded((open) => [...new Set([...open, ...sectionsOf(errors)])]),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError error={ofForm} />
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
          refusal={ofConnections}
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
        <Accordion
          variant="separated"
          multiple
          // Hidden in this way a field says at once that it is wrong.
          keepMountedMode="display-none"
          value={unfolded}
          onChange={setUnfolded}
        >
          <Accordion.Item value="texts">
            <Accordion.Control>{t('queues:moreTexts')}</Accordion.Control>
            <Accordion.Panel>
              <Stack>
                {TEXTS.slice(1).map((name) => (
                  <TemplateField
                    key={name}
                    label={t(`queues:${name}`)}
                    description={t(`queues:hints.${name as Exclude<typeof name, 'greetingMessage'>}`)}
                    {...form.getInputProps(name)}
                    value={form.values[name]}
                  />
                ))}
              </Stack>
            </Accordion.Panel>
          </Accordion.Item>
          {ownHours ? (
            <Accordion.Item value="hours">
              <Accordion.Control>{t('queues:hours')}</Accordion.Control>
              <Accordion.Panel className={classes.hours}>
                <BusinessHoursTable
                  hours={form.values.hours}
                  errors={form.errors}
                  onChange={(row, field, value) => form.setFieldValue(`hours.${row}.${field}`, value)}
                />
              </Accordion.Panel>
            </Accordion.Item>
          ) : null}
          <Accordion.Item value="automation">
            <Accordion.Control>{t('queues:automation')}</Accordion.Control>
            <Accordion.Panel>
              <Automation form={form} />
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
        <FormActions
          saving={create.isPending || update.isPending || isOnItsWay(form.values.file)}
          onCancel={() => leaveOption(onClose)}
        />
      </Stack>
    </form>
  );
}

function Automation({ form }: { form: ReturnType<typeof useQueueForm> }) {
  const { t } = useTexts();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <BotSelects />
      <TextInput
        label={t('queues:token')}
        description={t('queues:tokenHint')}
        autoComplete="off"
        {...form.getInputProps('token')}
      />
    </SimpleGrid>
  );
}

interface QueueValues extends Record<(typeof TEXTS)[number] | 'name' | 'color' | 'token', string> {
  orderQueue: number;
  connectionIds: string[];
  file: AttachedFile | null;
  hours: BusinessHours;
}

function useQueueForm(
  queue: QueueView | null,
  taken: ReadonlyMap<string, string>,
  others: readonly QueueView[],
) {
  const { t } = useTexts();
  const rules = useRules();
  const { data: connections = [] } = useRows('connection');
  // A number that leads nowhere yet is most likely what a new queue is made for.
  const unled = connections
    .filter(({ id }) => !others.some(({ connectionIds }) => connectionIds.includes(id)))
    .map(({ id }) => id);
  const time = (value: string) => (isTime(value) ? null : t('settings:hours.wrongTime'));
  const initialValues: QueueValues = {
    name: queue?.name ?? '',
    color: queue?.color ?? PALETTE.find((color) => !taken.has(color)) ?? PALETTE[0],
    orderQueue: queue?.orderQueue ?? 0,
    connectionIds: (queue?.connectionIds ?? unled).map(String),
    greetingMessage: queue?.greetingMessage ?? '',
    completionMessage: queue?.completionMessage ?? '',
    outOfHoursMessage: queue?.outOfHoursMessage ?? '',
    ratingMessage: queue?.ratingMessage ?? '',
    token: queue?.token ?? '',
    file: queue?.media ? { mediaId: queue.media.id, name: queue.media.name } : null,
    hours: queue?.schedules ?? DEFAULT_BUSINESS_HOURS,
  };
  return useForm({
    initialValues,
    validate: {
      name: rules.name,
      color: rules.required,
      orderQueue: (place) => rules.required(String(place)),
      token: (token) => (token.trim().length > QUEUE_TOKEN_MAX_CHARS ? t('common:rules.tooLong') : null),
      hours: { startTime: time, endTime: time },
    },
  });
}
