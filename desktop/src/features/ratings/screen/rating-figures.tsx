import { countRatings, type RatingCounts } from '@balcao/shared/features/ratings/calls.ts';
import { type RatingLevel, type RatingScale, ratingLevel } from '@balcao/shared/features/ratings/scale.ts';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import type { RatingQuery } from './filter-bar.tsx';
import classes from './ratings.module.css';

/** What the marks of the list say together: levels over all scales, and each scale's own figure. */
export function RatingFigures({ filter }: { filter: RatingQuery }) {
  const { t } = useTexts();
  const format = useFormat();
  const { data } = useApiQuery(countRatings, { query: filter });
  if (!data) return null;
  const all = sum(data.marks);
  if (all === 0) return null;
  const share = (level: RatingLevel) =>
    `${format.number(Math.round((sum(ofLevel(data, level)) / all) * 100))}%`;
  const stars = meanOf(data, 'stars');
  const nps = npsOf(data);
  return (
    <dl className={classes.figures}>
      <Figure label={t('ratings:figures.count')} value={format.number(all)} />
      <Figure label={t('ratings:figures.satisfied')} value={share(3)} />
      <Figure label={t('ratings:figures.dissatisfied')} value={share(1)} />
      {stars === null ? null : (
        <Figure label={t('ratings:figures.stars')} value={format.number(Math.round(stars * 100) / 100)} />
      )}
      {nps === null ? null : <Figure label={t('ratings:figures.nps')} value={format.number(nps)} />}
      <Figure label={t('ratings:figures.commented')} value={format.number(data.commented)} />
    </dl>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className={classes.figure}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

type Marks = RatingCounts['marks'];

const sum = (marks: Marks): number => marks.reduce((all, { count }) => all + count, 0);
const ofScale = ({ marks }: RatingCounts, of: RatingScale) => marks.filter(({ scale }) => scale === of);
const ofLevel = ({ marks }: RatingCounts, level: RatingLevel) =>
  marks.filter(({ scale, mark }) => ratingLevel(scale, mark) === level);

function meanOf(counts: RatingCounts, scale: RatingScale): number | null {
  const marks = ofScale(counts, scale);
  const all = sum(marks);
  return all === 0 ? null : marks.reduce((total, { mark, count }) => total + mark * count, 0) / all;
}

/** The share of those who would recommend, less the share of those who would not. */
function npsOf(counts: RatingCounts): number | null {
  const marks = ofScale(counts, 'nps');
  const all = sum(marks);
  if (all === 0) return null;
  const at = (level: RatingLevel) => sum(marks.filter(({ mark }) => ratingLevel('nps', mark) === level));
  return Math.round(((at(3) - at(1)) / all) * 100);
}
