import { NAME, PASSWORD } from '@balcao/shared/constants.ts';
import { useMemo } from 'react';
import { z } from 'zod';
import { useTexts } from './use-texts.ts';

const EMAIL = z.email();

/** The rules that several forms share, with the specification's messages (document 1, section 5). */
export function useRules() {
  const { t } = useTexts();
  return useMemo(() => {
    const required = (value: string) => (value.trim() ? null : t('common:rules.required'));
    const within =
      ({ min, max }: { min: number; max: number }) =>
      (value: string) => {
        const missing = required(value);
        if (missing) return missing;
        const { length } = value.trim();
        if (length < min) return t('common:rules.tooShort');
        return length > max ? t('common:rules.tooLong') : null;
      };
    return {
      required,
      within,
      name: within(NAME),
      password: within(PASSWORD),
      email: (value: string) =>
        required(value) ?? (EMAIL.safeParse(value.trim()).success ? null : t('common:rules.email')),
    };
  }, [t]);
}
