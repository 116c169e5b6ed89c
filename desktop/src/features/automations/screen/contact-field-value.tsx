import { CONTACT_FIELDS, type Condition, FIELD_TESTS } from '@balcao/shared/features/automations/rule.ts';
import { Select, TextInput } from '@mantine/core';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './automations.module.css';

interface Props {
  condition: Extract<Condition, { kind: 'field' }>;
  onChange: (condition: Condition) => void;
}

/** A field of the contact, one of the agents' own among them, and what stands in it. */
export function ContactFieldValue({ condition, onChange }: Props) {
  const { t } = useTexts();
  return (
    <div className={classes.parts}>
      <Select
        aria-label={t('automations:fieldLabel')}
        data={CONTACT_FIELDS.map((value) => ({ value, label: t(`automations:field.${value}`) }))}
        value={condition.field}
        allowDeselect={false}
        onChange={(field) => field && onChange({ ...condition, field })}
      />
      {condition.field === 'extra' ? (
        <TextInput
          aria-label={t('automations:fieldName')}
          placeholder={t('automations:fieldName')}
          value={condition.name}
          onChange={(event) => onChange({ ...condition, name: event.currentTarget.value })}
        />
      ) : null}
      <Select
        aria-label={t('automations:testLabel')}
        data={FIELD_TESTS.map((value) => ({ value, label: t(`automations:test.${value}`) }))}
        value={condition.test}
        allowDeselect={false}
        onChange={(test) => test && onChange({ ...condition, test })}
      />
      {condition.test === 'empty' ? null : (
        <TextInput
          aria-label={t('automations:value')}
          placeholder={t('automations:value')}
          value={condition.value}
          onChange={(event) => onChange({ ...condition, value: event.currentTarget.value })}
        />
      )}
    </div>
  );
}
