import { LIMITS } from '@balcao/shared/features/automations/limits.ts';
import {
  type Condition,
  type ConditionGroup,
  type Conditions,
  MATCHES,
} from '@balcao/shared/features/automations/rule.ts';
import { Group, Select, Text } from '@mantine/core';
import { AddPart } from '../../../renderer/components/effects/add-part.tsx';
import parts from '../../../renderer/components/effects/parts.module.css';
import type { Choices } from '../../../renderer/components/effects/use-choices.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './automations.module.css';
import { ConditionRow } from './condition-row.tsx';
import { newCondition } from './starts.ts';

type Item = Condition | ConditionGroup;

interface Props {
  conditions: Conditions;
  choices: Choices;
  onChange: (conditions: Conditions) => void;
}

/** If what holds: conditions, and groups of them. */
export function ConditionsFields({ conditions, choices, onChange }: Props) {
  const { t } = useTexts();
  const { match, items } = conditions;
  const set = (changed: Item[]) => onChange({ ...conditions, items: changed });
  return (
    <div className={parts.part}>
      {items.length > 1 ? (
        <MatchField match={match} onChange={(chosen) => onChange({ ...conditions, match: chosen })} />
      ) : null}
      {items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('automations:always')}
        </Text>
      ) : null}
      {items.map((item, index) => {
        const change = (changed: Item) => set(items.with(index, changed));
        const remove = () => set(items.toSpliced(index, 1));
        return item.kind === 'group' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition is nothing but its place
          <GroupFields key={index} group={item} choices={choices} onChange={change} onRemove={remove} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition is nothing but its place
          <ConditionRow key={index} condition={item} choices={choices} onChange={change} onRemove={remove} />
        );
      })}
      <Group gap="xs">
        <AddPart
          label={t('automations:addCondition')}
          disabled={items.length >= LIMITS.conditions}
          onClick={() => set([...items, newCondition('words')])}
        />
        <AddPart
          label={t('automations:addGroup')}
          disabled={items.length >= LIMITS.conditions}
          onClick={() => set([...items, { kind: 'group', match: 'any', items: [newCondition('words')] }])}
        />
      </Group>
    </div>
  );
}

interface GroupProps {
  group: ConditionGroup;
  choices: Choices;
  onChange: (group: ConditionGroup) => void;
  onRemove: () => void;
}

/** The last condition takes its group along. */
function GroupFields({ group, choices, onChange, onRemove }: GroupProps) {
  const { t } = useTexts();
  const { items } = group;
  const set = (changed: Condition[]) =>
    changed.length === 0 ? onRemove() : onChange({ ...group, items: changed });
  return (
    <div className={classes.group} data-testid="condition-group">
      <MatchField match={group.match} onChange={(match) => onChange({ ...group, match })} />
      {items.map((item, index) => (
        <ConditionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition is nothing but its place
          key={index}
          condition={item}
          choices={choices}
          onChange={(changed) => set(items.with(index, changed))}
          onRemove={() => set(items.toSpliced(index, 1))}
        />
      ))}
      <AddPart
        label={t('automations:addCondition')}
        disabled={items.length >= LIMITS.conditions}
        onClick={() => set([...items, newCondition('words')])}
      />
    </div>
  );
}

function MatchField({
  match,
  onChange,
}: {
  match: Conditions['match'];
  onChange: (match: Conditions['match']) => void;
}) {
  const { t } = useTexts();
  return (
    <Select
      className={parts.kind}
      aria-label={t('automations:matchLabel')}
      data={MATCHES.map((value) => ({ value, label: t(`automations:match.${value}`) }))}
      value={match}
      allowDeselect={false}
      onChange={(chosen) => chosen && onChange(chosen)}
    />
  );
}
