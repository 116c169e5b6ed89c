import { LIMITS } from '@balcao/shared/features/automations/limits.ts';
import type { Condition } from '@balcao/shared/features/automations/rule.ts';
import { CHANNELS } from '@balcao/shared/features/connections/channel.ts';
import { REFERRAL_KINDS } from '@balcao/shared/features/messages/referral.ts';
import { TICKET_STATUSES } from '@balcao/shared/features/tickets/row.ts';
import { MultiSelect, NumberInput, TagsInput, TextInput } from '@mantine/core';
import { IdsField } from '../../../renderer/components/effects/id-fields.tsx';
import classes from '../../../renderer/components/effects/parts.module.css';
import type { Choices } from '../../../renderer/components/effects/use-choices.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { ContactFieldValue } from './contact-field-value.tsx';

interface Props {
  condition: Condition;
  choices: Choices;
  onChange: (condition: Condition) => void;
}

/** What a condition compares with. */
export function ConditionValue({ condition, choices, onChange }: Props) {
  const { t } = useTexts();
  const label = t('automations:values');
  const none = (kind: 'queue' | 'agent' | 'tags') => t(`automations:noneChosen.${kind}`);
  switch (condition.kind) {
    case 'connection':
      return (
        <IdsField
          label={label}
          choices={choices.connections}
          value={condition.connectionIds}
          onChange={(connectionIds) => onChange({ ...condition, connectionIds })}
        />
      );
    case 'queue':
      return (
        <IdsField
          label={label}
          choices={choices.queues}
          value={condition.queueIds}
          onChange={(queueIds) => onChange({ ...condition, queueIds })}
          none={none('queue')}
        />
      );
    case 'agent':
      return (
        <IdsField
          label={label}
          choices={choices.users}
          value={condition.userIds}
          onChange={(userIds) => onChange({ ...condition, userIds })}
          none={none('agent')}
        />
      );
    case 'tags':
      return (
        <IdsField
          label={label}
          choices={choices.tags}
          value={condition.tagIds}
          onChange={(tagIds) => onChange({ ...condition, tagIds })}
          none={none('tags')}
        />
      );
    case 'field':
      return <ContactFieldValue condition={condition} onChange={onChange} />;
    default:
      return <PlainValue condition={condition} label={label} onChange={onChange} />;
  }
}

type Plain = Exclude<Condition, { kind: 'connection' | 'queue' | 'agent' | 'tags' | 'field' }>;

function PlainValue({
  condition,
  label,
  onChange,
}: {
  condition: Plain;
  label: string;
  onChange: (condition: Condition) => void;
}) {
  const { t } = useTexts();
  const field = { className: classes.value, 'aria-label': label };
  switch (condition.kind) {
    case 'channel':
      return (
        <MultiSelect
          {...field}
          data={CHANNELS.map((value) => ({ value, label: t(`tickets:channel.${value}`) }))}
          value={condition.channels}
          onChange={(channels) => onChange({ ...condition, channels: channels as typeof condition.channels })}
        />
      );
    case 'status':
      return (
        <MultiSelect
          {...field}
          data={TICKET_STATUSES.map((value) => ({ value, label: t(`automations:status.${value}`) }))}
          value={condition.statuses}
          onChange={(statuses) => onChange({ ...condition, statuses: statuses as typeof condition.statuses })}
        />
      );
    case 'origin':
      return (
        <MultiSelect
          {...field}
          placeholder={condition.kinds.length === 0 ? t('automations:noneChosen.origin') : ''}
          data={REFERRAL_KINDS.map((value) => ({ value, label: t(`tickets:referral.kinds.${value}`) }))}
          value={condition.kinds}
          onChange={(kinds) => onChange({ ...condition, kinds: kinds as typeof condition.kinds })}
        />
      );
    case 'words':
      return (
        <TagsInput
          {...field}
          placeholder={t('automations:wordsHint')}
          splitChars={[',', ';']}
          maxTags={LIMITS.words}
          acceptValueOnBlur
          value={condition.words}
          onChange={(words) => onChange({ ...condition, words })}
        />
      );
    case 'pattern':
      return (
        <TextInput
          {...field}
          placeholder={t('automations:patternHint')}
          maxLength={LIMITS.pattern}
          value={condition.pattern}
          onChange={(event) => onChange({ ...condition, pattern: event.currentTarget.value })}
        />
      );
    case 'messages':
      return (
        <NumberInput
          {...field}
          className={classes.number}
          min={1}
          max={LIMITS.messages}
          allowDecimal={false}
          value={condition.atLeast}
          onChange={(atLeast) => onChange({ ...condition, atLeast: Number(atLeast) })}
        />
      );
    case 'age':
      return (
        <NumberInput
          {...field}
          className={classes.number}
          suffix=" min"
          min={1}
          max={LIMITS.minutes}
          allowDecimal={false}
          value={condition.minutes}
          onChange={(minutes) => onChange({ ...condition, minutes: Number(minutes) })}
        />
      );
    default:
      return null;
  }
}
