import { TITLE } from '@balcao/shared/contract/limits.ts';
import {
  type AutomationFields,
  createAutomation,
  updateAutomation,
} from '@balcao/shared/features/automations/calls.ts';
import type { AutomationRow } from '@balcao/shared/features/automations/row.ts';
import { cause, conditions, effects } from '@balcao/shared/features/automations/rule.ts';
import { Alert, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { EffectsFields } from '../../../renderer/components/effects/effects-fields.tsx';
import { RULE_KINDS } from '../../../renderer/components/effects/new-effect.ts';
import { useRuleChoices } from '../../../renderer/components/effects/use-choices.ts';
import { RecordDialog } from '../../../renderer/components/record-dialog.tsx';
import { RecordForm } from '../../../renderer/components/record-form.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import classes from './automations.module.css';
import { CauseFields } from './cause-fields.tsx';
import { ConditionsFields } from './conditions-fields.tsx';
import { RuleTrial } from './rule-trial.tsx';

/** A rule that is there, or what a new one begins with. */
export type Edited = AutomationRow | AutomationFields;

export const EMPTY: AutomationFields = {
  name: '',
  active: true,
  cause: { kind: 'message' },
  conditions: { match: 'all', items: [] },
  effects: [{ kind: 'addTags', tagIds: [] }],
};

interface Props {
  rule: Edited | null;
  onClose: () => void;
}

export function AutomationDialog({ rule, onClose }: Props) {
  const { t } = useTexts();
  const isNew = rule !== null && !('id' in rule);
  return (
    <RecordDialog
      record={rule}
      addTitle={t('automations:addTitle')}
      editTitle={t(isNew ? 'automations:addTitle' : 'automations:editTitle')}
      size="xl"
      onClose={onClose}
    >
      {(known) => <AutomationForm rule={known ?? EMPTY} onClose={onClose} />}
    </RecordDialog>
  );
}

/** A rule as a sentence: when, if, then. */
function AutomationForm({ rule, onClose }: { rule: Edited; onClose: () => void }) {
  const { t } = useTexts();
  const rules = useRules();
  const choices = useRuleChoices();
  const create = useApiCommand(createAutomation, { quiet: true });
  const update = useApiCommand(updateAutomation, { quiet: true });
  const { name, active } = rule;
  const isKnown = 'id' in rule;
  const whole = (isWhole: boolean) => (isWhole ? null : t('automations:incomplete'));
  const form = useForm<AutomationFields>({
    initialValues: { name, active, cause: rule.cause, conditions: rule.conditions, effects: rule.effects },
    validate: {
      name: rules.within(TITLE),
      cause: (value) => whole(cause.safeParse(value).success),
      conditions: (value) => whole(conditions.safeParse(value).success),
      effects: (value) => whole(effects.safeParse(value).success),
    },
  });
  const { values, errors, setFieldValue } = form;
  const submit = form.onSubmit(async (fields) => {
    const body = { ...fields, name: fields.name.trim() };
    // One that rests is switched on by whoever mends it.
    const saving =
      'id' in rule
        ? update.mutateAsync({ params: { automationId: rule.id }, body })
        : create.mutateAsync({ body });
    await whenSaved(saving, isKnown ? t('automations:updated') : t('automations:created'), onClose);
  });

  return (
    <RecordForm isUnsaved={form.isDirty} onSubmit={submit} commands={[create, update]} onClose={onClose}>
      <WhyResting rule={rule} />
      <TextInput
        label={t('automations:name')}
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Part word={t('automations:when')} error={errors.cause}>
        <CauseFields
          cause={values.cause}
          choices={choices}
          onChange={(changed) => setFieldValue('cause', changed)}
        />
      </Part>
      <Part word={t('automations:if')} error={errors.conditions}>
        <ConditionsFields
          conditions={values.conditions}
          choices={choices}
          onChange={(changed) => setFieldValue('conditions', changed)}
        />
      </Part>
      <Part word={t('automations:then')} error={errors.effects}>
        <EffectsFields
          effects={values.effects}
          kinds={RULE_KINDS}
          choices={choices}
          onChange={(changed) => setFieldValue('effects', changed)}
        />
      </Part>
      <RuleTrial rule={values} choices={choices} />
    </RecordForm>
  );
}

/** A part of the sentence behind its word. */
function Part({ word, error, children }: { word: string; error: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={classes.sentence}>
      <legend className={classes.word}>{word}</legend>
      {children}
      {error ? (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      ) : null}
    </fieldset>
  );
}

function WhyResting({ rule }: { rule: Edited }) {
  const { t } = useTexts();
  const format = useFormat();
  if (!('id' in rule) || rule.resting === null || rule.restingSince === null) return null;
  return (
    <Alert color="yellow" title={t(`automations:resting.${rule.resting}`)}>
      {t('automations:restingHint', { when: format.moment(rule.restingSince) })}
    </Alert>
  );
}
