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
      const tenths = (unit: number) => format.number(Math.round((bytes * 10) / unit) / 10);
      if (bytes < KILO ** 3) return t('common:megabytes', { value: tenths(KILO ** 2) });
      return t('common:gigabytes', { value: tenths(KILO ** 3) });
    },
    [t, format],
  );
}
