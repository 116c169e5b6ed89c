import type { Condition, ConditionKind } from '@balcao/shared/features/automations/rule.ts';
import { ActionIcon, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import parts from '../../../renderer/components/effects/parts.module.css';
import type { Choices } from '../../../renderer/components/effects/use-choices.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './automations.module.css';
import { ConditionValue } from './condition-value.tsx';
import { CONDITION_KINDS, newCondition } from './starts.ts';

interface Props {
  condition: Condition;
  choices: Choices;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
}

/** How it is said that it is so, or not. */
const VERBS = {
  channel: 'be',
  connection: 'be',
  queue: 'be',
  agent: 'be',
  status: 'be',
  origin: 'be',
  tags: 'have',
  words: 'have',
  pattern: 'have',
  hours: 'open',
  newCustomer: 'yes',
  field: 'yes',
  messages: 'least',
  age: 'least',
} as const satisfies Record<ConditionKind, string>;

/** One condition, as a part of a sentence: what, whether, which. */
export function ConditionRow({ condition, choices, onChange, onRemove }: Props) {
  const { t } = useTexts();
  const verb = VERBS[condition.kind];
  return (
    <div className={parts.row} data-testid="condition">
      <Select
        className={parts.kind}
        aria-label={t('automations:conditionLabel')}
        data={CONDITION_KINDS.map((kind) => ({ value: kind, label: t(`automations:condition.${kind}`) }))}
        value={condition.kind}
        allowDeselect={false}
        onChange={(kind) => kind && onChange(newCondition(kind))}
      />
      <Select
        className={classes.verb}
        aria-label={t('automations:isLabel')}
        data={[
          { value: 'is', label: t(`automations:is.${verb}`) },
          { value: 'isNot', label: t(`automations:isNot.${verb}`) },
        ]}
        value={condition.not ? 'isNot' : 'is'}
        allowDeselect={false}
        onChange={(chosen) => onChange({ ...condition, not: chosen === 'isNot' })}
      />
      <ConditionValue condition={condition} choices={choices} onChange={onChange} />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('automations:removeCondition')}
        onClick={onRemove}
      >
        <IconX size={16} stroke={1.7} />
      </ActionIcon>
    </div>
  );
}
