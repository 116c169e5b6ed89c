import { marksOf, RATING_LEVELS, type RatingScale } from '@balcao/shared/features/ratings/scale.ts';
import { listUsers } from '@balcao/shared/features/users/calls.ts';
import { Select } from '@mantine/core';
import { DayInput } from '../../../renderer/components/day-input.tsx';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './ratings.module.css';
import { useMarkWords } from './use-mark-words.ts';

/** What the page asks the server for. */
export interface RatingQuery {
  userId?: number;
  queueId?: number;
  from?: string;
  to?: string;
  level?: number;
  scale?: RatingScale;
  mark?: number;
  commented?: boolean;
}

interface Props {
  filter: RatingQuery;
  onChange: (filter: RatingQuery) => void;
}

/** Narrows the ratings: by who and where, by mark, by words and by days. */
export function FilterBar({ filter, onChange }: Props) {
  const { t } = useTexts();
  const people = useApiQuery(listUsers, { query: { pageNumber: 'all' } });
  const { data: queues = [] } = useRows('queue');
  const set = (changed: { [K in keyof RatingQuery]: RatingQuery[K] | null }) => {
    const next = Object.entries({ ...filter, ...changed }).filter(([, value]) => value !== null);
    onChange(Object.fromEntries(next) as RatingQuery);
  };
  const commented = filter.commented === undefined ? null : String(filter.commented);
  return (
    <div className={classes.filters}>
      <Picker
        label={t('ratings:agent')}
        data={(people.data?.users ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={filter.userId}
        onPick={(userId) => set({ userId })}
      />
      <Picker
        label={t('ratings:queue')}
        data={queues.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={filter.queueId}
        onPick={(queueId) => set({ queueId })}
      />
      <MarkPicker filter={filter} onPick={set} />
      <Select
        aria-label={t('ratings:comment')}
        placeholder={t('ratings:comment')}
        data={[
          { value: 'true', label: t('ratings:commented') },
          { value: 'false', label: t('ratings:uncommented') },
        ]}
        value={commented}
        clearable
        clearButtonProps={{ 'aria-label': t('common:clear') }}
        onChange={(value) => set({ commented: value === null ? null : value === 'true' })}
      />
      <DayInput
        aria-label={t('ratings:from')}
        placeholder={t('ratings:from')}
        value={filter.from ?? null}
        onChange={(from) => set({ from })}
      />
      <DayInput
        aria-label={t('ratings:to')}
        placeholder={t('ratings:to')}
        value={filter.to ?? null}
        onChange={(to) => set({ to })}
      />
    </div>
  );
}

interface PickerProps {
  label: string;
  data: { value: string; label: string }[];
  value: number | undefined;
  onPick: (id: number | null) => void;
}

function Picker({ label, data, value, onPick }: PickerProps) {
  const { t } = useTexts();
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={data}
      value={value === undefined ? null : String(value)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common:clear') }}
      onChange={(id) => onPick(id === null ? null : Number(id))}
    />
  );
}

type Marked = Pick<RatingQuery, 'level' | 'scale' | 'mark'>;

/** A level, or a mark of one of the scales that have more. */
function MarkPicker({
  filter: { level, scale, mark },
  onPick,
}: {
  filter: Marked;
  onPick: (marked: { [K in keyof Marked]-?: Marked[K] | null }) => void;
}) {
  const { t } = useTexts();
  const words = useMarkWords();
  const marks = (of: RatingScale) => ({
    group: t(`ratings:scales.${of}`),
    items: marksOf(of)
      .toReversed()
      .map((one) => ({ value: `${of} ${one}`, label: words.named(of, one) })),
  });
  const value = level === undefined ? (scale === undefined ? null : `${scale} ${mark}`) : `level ${level}`;
  return (
    <Select
      aria-label={t('ratings:mark')}
      placeholder={t('ratings:mark')}
      data={[
        {
          group: t('ratings:levels'),
          items: RATING_LEVELS.toReversed().map((one) => ({
            value: `level ${one}`,
            label: t(`ratings:level.${one}`),
          })),
        },
        marks('stars'),
        marks('nps'),
      ]}
      value={value}
      clearable
      clearButtonProps={{ 'aria-label': t('common:clear') }}
      onChange={(picked) => {
        const [of, number] = picked?.split(' ') ?? [];
        if (of === 'level') onPick({ level: Number(number), scale: null, mark: null });
        else
          onPick({
            level: null,
            scale: (of ?? null) as RatingScale | null,
            mark: of === undefined ? null : Number(number),
          });
      }}
    />
  );
}
