import { MAX_WAIT_LIMIT_MINUTES } from '@balcao/shared/features/queues/limits.ts';
import { Accordion, NumberInput, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { BotSelects } from '../../../renderer/components/bot-selects.tsx';
import { BusinessHoursTable } from '../../../renderer/components/business-hours-table.tsx';
import { TemplateField } from '../../../renderer/components/template-field.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { AssignmentFields } from './assignment-fields.tsx';
import classes from './queues.module.css';
import { type QueueFields, TEXTS } from './use-queue-form.ts';

/** Where a field that may be wrong is folded away. */
const SECTION_OF: Record<string, string> = {
  waitWarnMinutes: 'waiting',
  waitLateMinutes: 'waiting',
  assignmentKnownDays: 'assignment',
  overflowMinutes: 'assignment',
  hours: 'hours',
  token: 'automation',
};

/** The sections with a wrong field. */
export const sectionsOf = (errors: object) =>
  Object.keys(errors).flatMap((name) => SECTION_OF[name.split('.')[0] ?? ''] ?? []);

interface Props {
  form: QueueFields;
  /** Where what waits too long may go on. */
  others: readonly { id: number; name: string }[];
  ownHours: boolean;
  unfolded: string[];
  onUnfold: (sections: string[]) => void;
}

/** What few queues need: further texts, patience and hours of their own, what a program answers. */
export function QueueSections({ form, others, ownHours, unfolded, onUnfold }: Props) {
  const { t } = useTexts();
  return (
    <Accordion
      variant="separated"
      multiple
      // Hidden in this way a field says at once that it is wrong.
      keepMountedMode="display-none"
      value={unfolded}
      onChange={onUnfold}
    >
      <Accordion.Item value="texts">
        <Accordion.Control>{t('queues:moreTexts')}</Accordion.Control>
        <Accordion.Panel>
          <Texts form={form} />
        </Accordion.Panel>
      </Accordion.Item>
      <Accordion.Item value="assignment">
        <Accordion.Control>{t('assignment:queue.section')}</Accordion.Control>
        <Accordion.Panel>
          <AssignmentFields form={form} others={others} />
        </Accordion.Panel>
      </Accordion.Item>
      <Accordion.Item value="waiting">
        <Accordion.Control>{t('queues:waiting')}</Accordion.Control>
        <Accordion.Panel>
          <Waiting form={form} />
        </Accordion.Panel>
      </Accordion.Item>
      <Accordion.Item value="hours">
        <Accordion.Control>{t('queues:hours')}</Accordion.Control>
        <Accordion.Panel className={classes.hours}>
          {ownHours ? (
            <BusinessHoursTable
              hours={form.values.hours}
              errors={form.errors}
              onChange={(row, field, value) => form.setFieldValue(`hours.${row}.${field}`, value)}
            />
          ) : (
            <Text size="sm">{t('queues:hoursOfCompany')}</Text>
          )}
        </Accordion.Panel>
      </Accordion.Item>
      <Accordion.Item value="automation">
        <Accordion.Control>{t('queues:automation')}</Accordion.Control>
        <Accordion.Panel>
          <Automation form={form} />
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

function Texts({ form }: Pick<Props, 'form'>) {
  const { t } = useTexts();
  return (
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
  );
}

function Waiting({ form }: Pick<Props, 'form'>) {
  const { t } = useTexts();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {(['waitWarnMinutes', 'waitLateMinutes'] as const).map((name) => (
        <NumberInput
          key={name}
          label={t(`queues:${name}`)}
          description={t(`queues:hints.${name}`)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={0}
          max={MAX_WAIT_LIMIT_MINUTES}
          allowDecimal={false}
          clampBehavior="strict"
          {...form.getInputProps(name)}
        />
      ))}
    </SimpleGrid>
  );
}

function Automation({ form }: Pick<Props, 'form'>) {
  const { t } = useTexts();
  return (
    <Stack>
      <BotSelects of="queue" bots={form.values} onChange={form.setValues} />
      <Switch
        label={t('queues:secondCopy')}
        description={t('queues:secondCopyHint')}
        {...form.getInputProps('secondCopy', { type: 'checkbox' })}
      />
      <TextInput
        label={t('queues:token')}
        description={t('queues:tokenHint')}
        autoComplete="off"
        {...form.getInputProps('token')}
      />
    </Stack>
  );
}
