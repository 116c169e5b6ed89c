import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** How figures are written. */
export function useFigureTexts() {
  const { t } = useTexts();
  const format = useFormat();
  return {
    count: (value: number) => format.number(value),
    /** Hours and minutes; a dash when there is nothing to say it of. */
    minutes(value: number | null) {
      if (value === null) return '–';
      const whole = Math.round(value);
      if (value > 0 && whole === 0) return t('dashboard:lessThanMinute');
      if (whole < 60) return t('dashboard:onlyMinutes', { minutes: whole });
      return t('dashboard:hoursMinutes', {
        hours: format.number(Math.floor(whole / 60)),
        minutes: whole % 60,
      });
    },
    share: (part: number, whole: number) => `${format.number(Math.round((part / whole) * 100))}%`,
    rating: (value: number | null) => (value === null ? '–' : format.number(Math.round(value * 100) / 100)),
    /** The difference to the period before; null when there was nothing to compare with. */
    change(now: number | null, before: number | null) {
      if (now === null || !before) return null;
      const percent = Math.round(((now - before) / before) * 100);
      if (percent === 0) return t('dashboard:unchanged');
      const by = { percent: format.number(Math.abs(percent)) };
      return percent > 0 ? t('dashboard:more', by) : t('dashboard:less', by);
    },
  };
}
