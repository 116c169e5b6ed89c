import { LIMITS } from '@balcao/shared/features/automations/limits.ts';
import type { Effect } from '@balcao/shared/features/automations/rule.ts';
import { ActionIcon, Select } from '@mantine/core';
import { IconArrowUp, IconX } from '@tabler/icons-react';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './automations.module.css';
import { AddButton } from './conditions-fields.tsx';
import { EffectValue } from './effect-value.tsx';
import { EFFECT_KINDS, newEffect } from './starts.ts';
import type { Choices } from './use-choices.ts';

interface Props {
  effects: readonly Effect[];
  choices: Choices;
  onChange: (effects: Effect[]) => void;
}

/** What is done, one after the other. */
export function EffectsFields({ effects, choices, onChange }: Props) {
  const { t } = useTexts();
  return (
    <div className={classes.part}>
      {effects.map((effect, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an effect is nothing but its place
        <div key={index} className={classes.row} data-testid="effect">
          <Select
            className={classes.kind}
            aria-label={t('automations:effectLabel')}
            data={EFFECT_KINDS.map((kind) => ({ value: kind, label: t(`automations:effect.${kind}`) }))}
            value={effect.kind}
            allowDeselect={false}
            onChange={(kind) => kind && onChange(effects.with(index, newEffect(kind)))}
          />
          <EffectValue
            effect={effect}
            choices={choices}
            onChange={(changed) => onChange(effects.with(index, changed))}
          />
          {index > 0 ? (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('automations:moveUp')}
              onClick={() =>
                onChange([
                  ...effects.slice(0, index - 1),
                  effect,
                  ...effects.slice(index - 1, index),
                  ...effects.slice(index + 1),
                ])
              }
            >
              <IconArrowUp size={16} stroke={1.7} />
            </ActionIcon>
          ) : null}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('automations:removeEffect')}
            disabled={effects.length === 1}
            onClick={() => onChange(effects.toSpliced(index, 1))}
          >
            <IconX size={16} stroke={1.7} />
          </ActionIcon>
        </div>
      ))}
      <AddButton
        label={t('automations:addEffect')}
        disabled={effects.length >= LIMITS.effects}
        onClick={() => onChange([...effects, newEffect('addTags')])}
      />
    </div>
  );
}
