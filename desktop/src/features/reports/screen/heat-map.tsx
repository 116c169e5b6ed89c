import type { Language } from '@balcao/shared/text/languages.ts';
import { LOCALES } from '@balcao/shared/time/dates.ts';
import type { CSSProperties } from 'react';
import look from '../../../renderer/components/figures.module.css';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './reports.module.css';

const DAYS = [0, 1, 2, 3, 4, 5, 6];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** A table with a colour behind each number: the darker, the more conversations began in that hour of the week. */
export function HeatMap({ counts }: { counts: readonly number[] }) {
  const { t, i18n } = useTexts();
  const most = Math.max(1, ...counts);
  const weekday = new Intl.DateTimeFormat(LOCALES[i18n.language as Language], {
    weekday: 'short',
    timeZone: 'UTC',
  });
  // 2001 began on a Monday.
  const nameOf = (day: number) => weekday.format(new Date(Date.UTC(2001, 0, 1 + day)));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen the keyboard scrolls it
    <div className={`${look.scroll} ${classes.small}`} tabIndex={0}>
      <table className={classes.heat}>
        <thead>
          <tr>
            <td />
            {HOURS.map((hour) => (
              <th key={hour} scope="col">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {DAYS.map((day) => (
            <tr key={day}>
              <th scope="row">{nameOf(day)}</th>
              {HOURS.map((hour) => {
                const count = counts[day * 24 + hour] ?? 0;
                return (
                  <td
                    key={hour}
                    title={t('reports:heatCell', { day: nameOf(day), hour, count })}
                    style={{ '--heat': `${Math.round((count / most) * 100)}%` } as CSSProperties}
                  >
                    {count || ''}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
