import type { Figures } from '@balcao/shared/features/dashboard/calls.ts';
import look from '../../../renderer/components/figures.module.css';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** Whose figures these are, and of which days where nothing else says it: for the paper alone. */
export function PaperHead({ of, period }: { of: string; period?: Figures }) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <p className={look.paperHead}>
      {of}
      {period
        ? ` · ${t('dashboard:shown', { from: format.calendarDay(period.from), to: format.calendarDay(period.to) })}`
        : null}
    </p>
  );
}
