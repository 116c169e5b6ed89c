import { LIMITS } from '@balcao/shared/features/automations/limits.ts';
import { ActionIcon, Select } from '@mantine/core';
import { IconArrowUp, IconX } from '@tabler/icons-react';
import { useTexts } from '../../kit/use-texts.ts';
import { AddPart } from './add-part.tsx';
import { EffectValue } from './effect-value.tsx';
import { type AnyEffect, type AnyKind, newEffect } from './new-effect.ts';
import classes from './parts.module.css';
import type { Choices } from './use-choices.ts';

interface Props<E extends AnyEffect> {
  effects: readonly E[];
  /** Those that there are to choose from. */
  kinds: readonly E['kind'][];
  choices: Choices;
  onChange: (effects: E[]) => void;
}

/** What is done, one after the other. */
export function EffectsFields<E extends AnyEffect>({ effects, kinds, choices, onChange }: Props<E>) {
  const offered: readonly AnyKind[] = kinds;
  const begun = (kind: AnyKind) => newEffect(kind) as E;
  const { t } = useTexts();
  return (
    <div className={classes.part}>
      {effects.map((effect, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an effect is nothing but its place
        <div key={index} className={classes.row} data-testid="effect">
          <Select
            className={classes.kind}
            aria-label={t('automations:effectLabel')}
            data={offered.map((kind) => ({ value: kind, label: t(`automations:effect.${kind}`) }))}
            value={effect.kind}
            allowDeselect={false}
            onChange={(kind) => kind && onChange(effects.with(index, begun(kind)))}
          />
          <EffectValue
            effect={effect}
            choices={choices}
            onChange={(changed) => onChange(effects.with(index, changed as E))}
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
      <AddPart
        label={t('automations:addEffect')}
        disabled={effects.length >= LIMITS.effects}
        onClick={() => onChange([...effects, begun('addTags')])}
      />
    </div>
  );
}
