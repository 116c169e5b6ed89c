import type { Erasure } from '@balcao/shared/features/data-subjects/erasures.ts';
import { StatusPill, type Tone } from '../../../renderer/components/status-pill.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './data-subjects.module.css';

const TONES: Record<Erasure['state'], Tone> = {
  asked: 'warning',
  due: 'warning',
  running: 'info',
  done: 'success',
  withdrawn: 'neutral',
};

/** How far it is, and who said so. */
export function ErasureState({ erasure }: { erasure: Erasure }) {
  const { t } = useTexts();
  const format = useFormat();
  const { state, askedBy, askedAt, approvedBy, dueAt, endedAt } = erasure;
  const words = [
    askedBy === null
      ? t('dataSubjects:doneAgain', { when: format.moment(askedAt) })
      : t('dataSubjects:askedBy', { name: askedBy, when: format.moment(askedAt) }),
    approvedBy ? t('dataSubjects:approvedBy', { name: approvedBy }) : null,
    state === 'due' && dueAt ? t('dataSubjects:dueAt', { when: format.moment(dueAt) }) : null,
    // A certificate is shown to others, on another day too.
    endedAt ? t('dataSubjects:endedAt', { when: `${format.date(endedAt)} ${format.time(endedAt)}` }) : null,
  ];
  return (
    <span>
      <StatusPill tone={TONES[state]}>{t(`dataSubjects:states.${state}`)}</StatusPill>{' '}
      <span className={classes.detail}>{words.filter((word) => word !== null).join(' · ')}</span>
    </span>
  );
}
