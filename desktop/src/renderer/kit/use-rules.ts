import { NAME, PASSWORD } from '@balcao/shared/constants.ts';
import { useMemo } from 'react';
import { z } from 'zod';
import { useTexts } from './use-texts.ts';

const EMAIL = z.email();

/** The rules that several forms share, each with the message that it shows. */
export function useRules() {
  const { t } = useTexts();
  return useMemo(() => {
    const required = (value: string) => (value.trim() ? null : t('common:rules.required'));
    const lengthOf = ({ length }: string, { min, max }: { min: number; max: number }) => {
      if (length < min) return t('common:rules.tooShort');
      return length > max ? t('common:rules.tooLong') : null;
    };
    const within = (bounds: { min: number; max: number }) => (value: string) =>
      required(value) ?? lengthOf(value.trim(), bounds);
    return {
      required,
      within,
      name: within(NAME),
      /** Blanks count: they are part of the value. */
      password: (value: string) => (value ? lengthOf(value, PASSWORD) : required(value)),
      email: (value: string) =>
        required(value) ?? (EMAIL.safeParse(value.trim()).success ? null : t('common:rules.email')),
    };
  }, [t]);
}
