import type { SessionUser } from '@balcao/shared/api/auth.ts';
import type { Figures } from '@balcao/shared/api/dashboard.ts';
import { useFormat } from '../../kit/format.ts';
import { useTexts } from '../../kit/use-texts.ts';
import classes from './dashboard.module.css';

/** Whose figures these are, and of which days: what the screen says elsewhere, for the paper. */
export function PaperHead({ user, period }: { user: SessionUser; period: Figures }) {
  const { t } = useTexts();
  const format = useFormat();
  const days = { from: format.calendarDay(period.from), to: format.calendarDay(period.to) };
  return (
    <p className={classes.paperHead}>
      {user.company.name} · {t('dashboard:shown', days)}
    </p>
  );
}
