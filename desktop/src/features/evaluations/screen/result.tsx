import type { Evaluation } from '@balcao/shared/features/evaluations/calls.ts';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** How far it has come. */
export function EvaluationState({ evaluation }: { evaluation: Evaluation }) {
  const { t } = useTexts();
  const { isRunning, ended, answers } = evaluation;
  if (isRunning) return <StatusPill tone="info">{t('evaluations:running', { ended, answers })}</StatusPill>;
  return isComplete(evaluation) ? (
    <StatusPill tone="success">{t('evaluations:ended')}</StatusPill>
  ) : (
    <StatusPill tone="warning">{t('evaluations:incomplete')}</StatusPill>
  );
}

/** Whether nothing is left to ask. */
export const isComplete = ({ unasked }: Evaluation): boolean => unasked === 0;

/** "34 of 40 good, before 29". */
export function useResult(): (evaluation: Evaluation) => string {
  const { t } = useTexts();
  return ({ isComparison, judged: { today, changed }, questions }) => {
    const shown = isComparison ? changed : today;
    if (today.good + today.bad + changed.good + changed.bad === 0) return t('evaluations:judgedNone');
    const result = t('evaluations:good', { good: shown.good, questions });
    return isComparison ? `${result}, ${t('evaluations:before', { good: today.good })}` : result;
  };
}
