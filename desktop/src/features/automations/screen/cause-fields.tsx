import { LIMITS } from '@balcao/shared/features/automations/limits.ts';
import { CAUSE_KINDS, type Cause } from '@balcao/shared/features/automations/rule.ts';
import { DEADLINE_KINDS } from '@balcao/shared/features/deadlines/deadline.ts';
import { REFERRAL_KINDS } from '@balcao/shared/features/messages/referral.ts';
import { RATING_LEVELS } from '@balcao/shared/features/ratings/scale.ts';
import { MultiSelect, NumberInput, Select } from '@mantine/core';
import { IdsField } from '../../../renderer/components/effects/id-fields.tsx';
import classes from '../../../renderer/components/effects/parts.module.css';
import type { Choices } from '../../../renderer/components/effects/use-choices.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { newCause } from './starts.ts';

interface Props {
  cause: Cause;
  choices: Choices;
  onChange: (cause: Cause) => void;
}

/** When a rule looks. */
export function CauseFields({ cause, choices, onChange }: Props) {
  const { t } = useTexts();
  return (
    <div className={classes.row}>
      <Select
        className={classes.kind}
        aria-label={t('automations:causeLabel')}
        data={CAUSE_KINDS.map((kind) => ({ value: kind, label: t(`automations:cause.${kind}`) }))}
        value={cause.kind}
        allowDeselect={false}
        onChange={(kind) => kind && onChange(newCause(kind))}
      />
      {'minutes' in cause ? (
        <NumberInput
          className={classes.number}
          aria-label={t('automations:minutes')}
          suffix=" min"
          min={1}
          max={LIMITS.minutes}
          allowDecimal={false}
          value={cause.minutes}
          onChange={(minutes) => onChange({ ...cause, minutes: Number(minutes) })}
        />
      ) : null}
      {'tagIds' in cause ? (
        <IdsField
          label={t('automations:tags')}
          choices={choices.tags}
          value={cause.tagIds}
          onChange={(tagIds) => onChange({ ...cause, tagIds })}
          none={t('automations:anyTag')}
        />
      ) : null}
      {'levels' in cause ? (
        <MultiSelect
          className={classes.value}
          aria-label={t('ratings:levels')}
          placeholder={cause.levels.length === 0 ? t('automations:anyRating') : ''}
          data={RATING_LEVELS.map((level) => ({ value: String(level), label: t(`ratings:level.${level}`) }))}
          value={cause.levels.map(String)}
          onChange={(picked) =>
            onChange({ ...cause, levels: RATING_LEVELS.filter((level) => picked.includes(String(level))) })
          }
        />
      ) : null}
      {'kinds' in cause ? (
        <MultiSelect
          className={classes.value}
          aria-label={t('automations:condition.origin')}
          placeholder={cause.kinds.length === 0 ? t('automations:noneChosen.origin') : ''}
          data={REFERRAL_KINDS.map((kind) => ({ value: kind, label: t(`tickets:referral.kinds.${kind}`) }))}
          value={cause.kinds}
          onChange={(kinds) => onChange({ ...cause, kinds: kinds as typeof cause.kinds })}
        />
      ) : null}
      {'deadlines' in cause ? (
        <MultiSelect
          className={classes.value}
          aria-label={t('automations:whichDeadlines')}
          placeholder={cause.deadlines.length === 0 ? t('automations:anyDeadline') : ''}
          data={DEADLINE_KINDS.map((kind) => ({ value: kind, label: t(`deadlines:kind.${kind}`) }))}
          value={cause.deadlines}
          onChange={(deadlines) => onChange({ ...cause, deadlines })}
        />
      ) : null}
    </div>
  );
}
