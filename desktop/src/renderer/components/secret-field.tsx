import { CloseButton, PasswordInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../kit/use-texts.ts';

interface Props {
  label: string;
  description?: string;
  value: string;
  onChange: (text: string) => void;
  error?: ReactNode;
  /** The mask of a secret that the server keeps; '' where there is none. */
  kept: string;
}

/** A key that is typed and never read again: what is kept shows as a mask, which typing replaces and a button clears. */
export function SecretField({ value, onChange, kept, ...props }: Props) {
  const { t } = useTexts();
  const isKept = kept !== '' && value === kept;
  return (
    <PasswordInput
      {...props}
      value={value}
      onChange={({ currentTarget: { value: typed } }) =>
        onChange(isKept ? [...typed].filter((char) => !kept.includes(char)).join('') : typed)
      }
      autoComplete="off"
      visibilityToggleButtonProps={{ 'aria-label': t('common:showSecret') }}
      rightSection={
        isKept ? (
          <CloseButton size="sm" aria-label={t('common:clear')} onClick={() => onChange('')} />
        ) : undefined
      }
    />
  );
}
