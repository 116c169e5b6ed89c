import { NAME } from '@balcao/shared/contract/limits.ts';
import { PASSWORD } from '@balcao/shared/features/users/limits.ts';
import { useMemo } from 'react';
import { z } from 'zod';
import { useFormat } from './format.ts';
import { useTexts } from './use-texts.ts';

const EMAIL = z.email();

/** The rules that several forms share, each with the message that it shows. */
export function useRules() {
  const { t } = useTexts();
  const format = useFormat();
  return useMemo(() => {
    const required = (value: string) => (value.trim() ? null : t('common:rules.required'));
    const notAbove = ({ length }: string, max: number) =>
      length > max ? t('common:rules.tooLong', { limit: format.number(max) }) : null;
    const lengthOf = (value: string, { min, max }: { min: number; max: number }) =>
      value.length < min ? t('common:rules.tooShort', { limit: format.number(min) }) : notAbove(value, max);
    const within = (bounds: { min: number; max: number }) => (value: string) =>
      required(value) ?? lengthOf(value.trim(), bounds);
    return {
      required,
      within,
      atMost: (max: number) => (value: string) => notAbove(value.trim(), max),
      name: within(NAME),
      /** Blanks count: they are part of the value. */
      password: (value: string) => (value ? lengthOf(value, PASSWORD) : required(value)),
      email: (value: string) =>
        required(value) ?? (EMAIL.safeParse(value.trim()).success ? null : t('common:rules.email')),
    };
  }, [t, format]);
}
