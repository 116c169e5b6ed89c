import {
  type ShownReminderSettings,
  saveReminderSettings,
} from '@balcao/shared/features/invoice-reminders/calls.ts';
import { DEFAULT_REMINDERS } from '@balcao/shared/features/invoice-reminders/reminder-texts.ts';
import {
  REMINDER_KINDS,
  REMINDER_VARIABLES,
  REMINDERS,
  type ReminderKind,
  type ReminderText,
} from '@balcao/shared/features/invoice-reminders/rules.ts';
import { LANGUAGES, type Language } from '@balcao/shared/text/languages.ts';
import {
  Alert,
  Button,
  Group,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { Panel } from '../../../renderer/components/page.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { changedFields } from '../../../renderer/kit/changed-fields.ts';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import { FormHeading } from './form-heading.tsx';
import classes from './payments.module.css';
import { readDays, writeDays } from './reminder-days.ts';

type Texts = Record<Language, Record<ReminderKind, ReminderText>>;

interface Values {
  before: string;
  after: string;
  texts: Texts;
}

const VARIABLES = REMINDER_VARIABLES.map((name) => `{{${name}}}`).join(' ');

/** When companies are reminded of an invoice, and in which words. */
export function ReminderForm({ start }: { start: ShownReminderSettings }) {
  const { t } = useTexts();
  const rules = useRules();
  const [language, setLanguage] = useState<Language>('pt');
  const [opened, { open, toggle }] = useDisclosure(false);
  const save = useApiCommand(saveReminderSettings, { quiet: true });
  const days = (first: number) => (value: string) =>
    readDays(value, first) ? null : t('payments:reminders.daysWrong', { most: REMINDERS.days });
  const text = {
    subject: rules.atMost(150),
    text: (value: string) =>
      value.includes('{{link}}')
        ? rules.atMost(4_000)(value)
        : t('payments:reminders.linkMissing', { name: '{{link}}' }),
  };
  const words = { before: text, after: text };
  const form = useForm<Values>({
    initialValues: valuesOf(start),
    validate: { before: days(0), after: days(1), texts: { pt: words, en: words, es: words } },
  });
  const submit = form.onSubmit(
    (values) =>
      whenSaved(
        save.mutateAsync({ body: changedFields(storedOf(values), storedOf(form.getInitialValues())) }),
        t('payments:reminders.saved'),
        (saved) => {
          form.setInitialValues(valuesOf(saved));
          form.setValues(valuesOf(saved));
        },
      ),
    (errors) => {
      // What is wrong must not stay behind another language.
      const wrong = LANGUAGES.find((one) =>
        Object.keys(errors).some((path) => path.startsWith(`texts.${one}.`)),
      );
      if (!wrong) return;
      setLanguage(wrong);
      open();
    },
  );
  return (
    <Panel>
      <form onSubmit={submit} noValidate className={classes.form}>
        <Stack>
          <FormError error={save.error} />
          <FormHeading title={t('payments:reminders.title')} hint={t('payments:reminders.hint')} />
          {start.sendsMail ? null : (
            <Alert color="yellow" variant="light">
              {t('payments:reminders.noMail')}
            </Alert>
          )}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={t('payments:reminders.before')}
              description={t('payments:reminders.beforeHint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...form.getInputProps('before')}
            />
            <TextInput
              label={t('payments:reminders.after')}
              description={t('payments:reminders.afterHint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...form.getInputProps('after')}
            />
          </SimpleGrid>
          <Button
            variant="subtle"
            className={classes.words}
            aria-expanded={opened}
            rightSection={
              <IconChevronDown size={16} stroke={1.6} aria-hidden data-opened={opened || undefined} />
            }
            onClick={toggle}
          >
            {t('payments:reminders.words')}
          </Button>
          {opened ? <Words form={form} language={language} onLanguage={setLanguage} /> : null}
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              {t('payments:save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

interface WordsProps {
  form: UseFormReturnType<Values>;
  language: Language;
  onLanguage: (language: Language) => void;
}

function Words({ form, language, onLanguage }: WordsProps) {
  const { t } = useTexts();
  return (
    <Stack>
      <SegmentedControl
        className={classes.languages}
        aria-label={t('payments:reminders.language')}
        value={language}
        onChange={(value) => onLanguage(value as Language)}
        data={LANGUAGES.map((value) => ({ value, label: t(`common:languages.${value}`) }))}
      />
      {REMINDER_KINDS.map((kind) => (
        <Stack key={`${language} ${kind}`} gap="xs">
          <TextInput
            label={t(`payments:reminders.subject.${kind}`)}
            {...form.getInputProps(`texts.${language}.${kind}.subject`)}
          />
          <Textarea
            label={t(`payments:reminders.text.${kind}`)}
            autosize
            minRows={4}
            maxRows={12}
            {...form.getInputProps(`texts.${language}.${kind}.text`)}
          />
        </Stack>
      ))}
      <p className={classes.variables}>{t('payments:reminders.variables', { names: VARIABLES })}</p>
    </Stack>
  );
}

/** Whoever changes the default words begins from them. */
const valuesOf = ({ before, after, texts }: ShownReminderSettings): Values => ({
  before: writeDays(before),
  after: writeDays(after),
  texts: eachText(
    (language, kind, part) => texts[language][kind][part] || DEFAULT_REMINDERS[language][kind][part],
  ),
});

/** What is said as by default stays the default, whatever becomes of that. */
const storedOf = ({ before, after, texts }: Values) => ({
  before: readDays(before, 0) ?? [],
  after: readDays(after, 1) ?? [],
  texts: eachText((language, kind, part) => {
    const said = texts[language][kind][part].trim();
    return said === DEFAULT_REMINDERS[language][kind][part] ? '' : said;
  }),
});

function eachText(say: (language: Language, kind: ReminderKind, part: keyof ReminderText) => string): Texts {
  const words = (language: Language, kind: ReminderKind): ReminderText => ({
    subject: say(language, kind, 'subject'),
    text: say(language, kind, 'text'),
  });
  const both = (language: Language) => ({
    before: words(language, 'before'),
    after: words(language, 'after'),
  });
  return { pt: both('pt'), en: both('en'), es: both('es') };
}
