import { PALETTE } from '@balcao/shared/features/tags/palette.ts';
import { Input } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTexts } from '../kit/use-texts.ts';
import classes from './color-palette.module.css';

interface Props {
  label: string;
  description?: string;
  value: string;
  onChange: (color: string) => void;
  error?: ReactNode;
  /** Colours of other records, with their names. */
  taken?: ReadonlyMap<string, string>;
}

/** The 50 fixed colours as one group of radio buttons: arrows move, and what is taken cannot be chosen. */
export function ColorPalette({ label, description, value, onChange, error, taken }: Props) {
  const { t } = useTexts();
  const name = useId();
  const isForeign = value !== '' && !PALETTE.some((color) => color === value);
  return (
    <Input.Wrapper label={label} description={description} error={error} labelElement="div">
      <div className={classes.grid} role="radiogroup" aria-label={label}>
        {[...PALETTE, ...(isForeign ? [value] : [])].map((color) => {
          const owner = color === value ? undefined : taken?.get(color);
          const title = owner ? t('common:colorTaken', { color, name: owner }) : color;
          return (
            <label
              key={color}
              className={classes.swatch}
              style={{ background: color }}
              data-taken={owner ? true : undefined}
              title={title}
            >
              <input
                type="radio"
                name={name}
                value={color}
                checked={color === value}
                disabled={owner !== undefined}
                onChange={() => onChange(color)}
                aria-label={title}
              />
              {color === value ? <IconCheck size={16} stroke={3} aria-hidden /> : null}
            </label>
          );
        })}
      </div>
    </Input.Wrapper>
  );
}
