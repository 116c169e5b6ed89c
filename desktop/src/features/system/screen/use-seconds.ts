import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

const MINUTE = 60;

/** Writes how long something took: in seconds below a minute, else in its largest whole unit. */
export function useSeconds(how: 'narrow' | 'long' = 'long'): (seconds: number) => string {
  const { t } = useTexts();
  const format = useFormat();
  return (seconds) =>
    seconds < MINUTE
      ? t('system:seconds', { value: format.number(Math.max(0, Math.round(seconds))) })
      : format.duration(seconds / MINUTE, how);
}
