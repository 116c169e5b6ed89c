import { useCallback } from 'react';
import { useFormat } from './format.ts';
import { useTexts } from './use-texts.ts';

const KILO = 1024;

/** Writes a number of bytes for people. */
export function useFileSize(): (bytes: number) => string {
  const { t } = useTexts();
  const format = useFormat();
  return useCallback(
    (bytes) => {
      if (bytes < KILO) return t('common:bytes', { value: format.number(bytes) });
      if (bytes < KILO * KILO)
        return t('common:kilobytes', { value: format.number(Math.round(bytes / KILO)) });
      return t('common:megabytes', { value: format.number(Math.round((bytes * 10) / (KILO * KILO)) / 10) });
    },
    [t, format],
  );
}
