import {
  previewRetention,
  type RetentionRule,
  setRetention,
} from '@balcao/shared/features/retention/calls.ts';
import {
  allows,
  DAYS_KEPT,
  LEAST_MONTHS,
  MOST_MONTHS,
  type RetentionKind,
} from '@balcao/shared/features/retention/kinds.ts';
import { Button, Group, NumberInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { OptionRow } from '../../../renderer/components/option-row.tsx';
import { useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { REQUEST_DEBOUNCE_MS } from '../../../renderer/kit/limits.ts';
import { useConfirm } from '../../../renderer/kit/use-confirm.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import classes from './retention.module.css';

const isMeant = (kind: RetentionKind, months: number | null) =>
  months === null || (allows(kind, months) && months <= MOST_MONTHS);

/** How long one kind is kept, and what would go tonight. */
export function RuleRow({ rule: { kind, months: stored } }: { rule: RetentionRule }) {
  const { t } = useTexts();
  const [typed, setTyped] = useState<number | string>(stored ?? '');
  const months = typed === '' ? null : Number(typed);
  const days = DAYS_KEPT[kind];
  const isRight = isMeant(kind, months);
  const preview = usePreview(kind, isRight ? months : null);
  const save = useSave(kind, stored);
  const least = t('retention:errors.ERR_RETENTION_TOO_SHORT', { months: LEAST_MONTHS[kind] });
  return (
    <OptionRow label={t(`retention:kinds.${kind}`)} hint={t(`retention:hints.${kind}`)}>
      {(labelledBy) => (
        <div className={classes.rule}>
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <NumberInput
              aria-labelledby={labelledBy}
              className={classes.months}
              placeholder={days === undefined ? t('retention:forEver') : t('retention:days', { count: days })}
              suffix={months === null ? '' : ` ${t('retention:months')}`}
              allowDecimal={false}
              allowNegative={false}
              max={MOST_MONTHS}
              value={typed}
              error={isRight ? null : least}
              onChange={setTyped}
            />
            <Button
              variant="default"
              disabled={months === stored || !isRight}
              loading={save.isPending}
              onClick={() => save.run(months, preview.count)}
            >
              {t('retention:save')}
            </Button>
          </Group>
          {preview.text ? (
            <output className={classes.preview} data-warns={preview.count > 0 || undefined}>
              {preview.text}
            </output>
          ) : null}
        </div>
      )}
    </OptionRow>
  );
}

/** @param months null: nothing goes */
function usePreview(kind: RetentionKind, months: number | null): { count: number; text: string } {
  const { t } = useTexts();
  const format = useFormat();
  const [asked] = useDebouncedValue(months, REQUEST_DEBOUNCE_MS);
  const { data } = useApiQuery(
    previewRetention,
    { query: { kind, months: asked ?? LEAST_MONTHS[kind] } },
    { enabled: asked !== null },
  );
  if (months === null || asked !== months || !data) return { count: 0, text: '' };
  const { count, more } = data;
  if (count === 0) return { count, text: t('retention:tonightNone') };
  return {
    count,
    text: more
      ? t('retention:tonightMore', { count: format.number(count) })
      : t('retention:tonight', { count }),
  };
}

/** Asks before something would go. */
function useSave(kind: RetentionKind, stored: number | null) {
  const { t } = useTexts();
  const confirm = useConfirm();
  const set = useApiCommand(setRetention);
  const save = (months: number | null) =>
    void whenSaved(set.mutateAsync({ params: { kind }, body: { months } }), t('retention:saved'), () => {});
  const days = DAYS_KEPT[kind];
  /** As long as nobody says for how long. */
  const unsaid = days === undefined ? Number.POSITIVE_INFINITY : 0;
  const isShorter = (months: number | null) => (months ?? unsaid) < (stored ?? unsaid);
  return {
    isPending: set.isPending,
    run(months: number | null, count: number) {
      if (!isShorter(months)) return save(months);
      const title =
        months === null
          ? t('retention:questionDays', { count: days ?? 0 })
          : t('retention:question', { count: months });
      const question = { title, text: t('retention:questionHint', { count }), confirm: t('retention:save') };
      confirm(question, () => save(months));
    },
  };
}
