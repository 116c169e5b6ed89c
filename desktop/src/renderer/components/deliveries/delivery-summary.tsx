import { MAX_COUNTED_FAILURES } from '@balcao/shared/features/deliveries/limits.ts';
import type { DeliverySummary } from '@balcao/shared/features/deliveries/row.ts';
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { useFormat } from '../../kit/format.ts';
import { useTexts } from '../../kit/use-texts.ts';
import cells from '../list-table.module.css';

interface Props {
  /** Nothing while nobody knows. */
  summary: DeliverySummary | undefined;
  name: string;
  /** Where its deliveries are. */
  href: string;
}

/** Whether what somebody was told arrives: when something last did, and what was given up. */
export function DeliverySummaryCell({ summary, name, href }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  if (!summary) return null;
  const { deliveredAt, failed } = summary;
  const shown =
    failed < MAX_COUNTED_FAILURES ? format.number(failed) : `${format.number(MAX_COUNTED_FAILURES)}+`;
  const failures = t('deliveries:failures', { count: failed, shown });
  return (
    <>
      {deliveredAt ? (
        format.moment(deliveredAt)
      ) : (
        <span className={cells.detail}>{t('deliveries:noneArrived')}</span>
      )}
      {failed > 0 ? (
        <div>
          <Anchor
            component={Link}
            href={href}
            size="sm"
            c="var(--danger)"
            aria-label={`${failures}: ${name}`}
          >
            {failures}
          </Anchor>
        </div>
      ) : null}
    </>
  );
}
