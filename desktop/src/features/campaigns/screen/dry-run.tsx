import type { DryRun } from '@balcao/shared/features/campaigns/calls.ts';
import { SKIP_REASONS } from '@balcao/shared/features/campaigns/row.ts';
import { formatPhone } from '@balcao/shared/phone/phone-format.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './campaigns.module.css';

interface Props {
  dryRun: DryRun;
  /** Customers are asked first. */
  hasQuestion: boolean;
}

/** How many would get it, who would not and why, how long it takes, and what the first ones read. */
export function DryRunView({ dryRun, hasQuestion }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const takes = useTakes();
  const { total, recipients, seconds, samples } = dryRun;
  return (
    <>
      <div className={classes.outlook}>
        <p className={classes.outlookMain}>
          {t('campaigns:review.recipients', {
            count: total,
            recipients: format.number(recipients),
            total: format.number(total),
          })}
        </p>
        {recipients > 0 ? <p>{t('campaigns:review.takes', { time: takes(seconds) })}</p> : null}
        <LeftOut dryRun={dryRun} />
      </div>
      {samples.length > 0 ? (
        <section aria-label={t('campaigns:review.samples')}>
          <h3 className={classes.heading}>{t('campaigns:review.samples')}</h3>
          <ul className={classes.samples}>
            {samples.map(({ name, number, text, confirmation }) => (
              <li key={number}>
                <div className={classes.sampleHead}>
                  {name} <span>{formatPhone(number)}</span>
                </div>
                {hasQuestion ? (
                  <>
                    <p className={classes.bubble}>{confirmation}</p>
                    <div className={classes.then}>{t('campaigns:review.then')}</div>
                  </>
                ) : null}
                <p className={classes.bubble}>{text}</p>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

function LeftOut({ dryRun: { leftOut } }: { dryRun: DryRun }) {
  const { t } = useTexts();
  const format = useFormat();
  const reasons = SKIP_REASONS.filter((reason) => leftOut[reason] > 0);
  if (reasons.length === 0) return <p>{t('campaigns:review.nobodyLeftOut')}</p>;
  return (
    <>
      <p>{t('campaigns:review.leftOut')}</p>
      <ul className={classes.reasons}>
        {reasons.map((reason) => (
          <li key={reason}>
            <b>{format.number(leftOut[reason])}</b> {t(`campaigns:reasons.${reason}`)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** A time in its two largest units: an hour more or less matters. */
function useTakes(): (seconds: number) => string {
  const { t } = useTexts();
  const format = useFormat();
  return (seconds) => {
    const minutes = Math.max(Math.ceil(seconds / 60), 1);
    const unit = minutes >= 1_440 ? 1_440 : 60;
    const rest = minutes % unit;
    const whole = format.duration(minutes, 'long');
    if (minutes < unit || rest === 0) return whole;
    return t('campaigns:review.twoUnits', { first: whole, second: format.duration(rest, 'long') });
  };
}
