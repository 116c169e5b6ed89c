import { type BanRiskView, getBanRisk } from '@balcao/shared/features/ban-risk/calls.ts';
import { type BanRiskFacts, type RiskReason, YOUNG_DAYS } from '@balcao/shared/features/ban-risk/rules.ts';
import { Popover, UnstyledButton } from '@mantine/core';
import { useApiQuery } from '../kit/api-query.ts';
import { type Format, useFormat } from '../kit/format.ts';
import { useTexts } from '../kit/use-texts.ts';
import classes from './ban-risk.module.css';

/**
 * How near a connection's number is to being restricted: a bar, a word and the main reason, and what it is made of for who
 * asks. Of an old connection that writes to nobody first there is nothing to say.
 */
export function BanRisk({ connectionId }: { connectionId: number }) {
  const { t } = useTexts();
  const { data: risk } = useApiQuery(getBanRisk, { params: { whatsappId: connectionId } });
  if (!risk || isAtRest(risk)) return null;
  const { level, score, reasons } = risk;
  const [main] = reasons;
  return (
    <Popover width={320} position="bottom-start" trapFocus returnFocus shadow="lg">
      <Popover.Target>
        <UnstyledButton className={classes.gauge} data-level={level} data-testid="ban-risk">
          <span className={classes.bar} aria-hidden>
            <span className={classes.fill} style={{ width: `${Math.max(score, 4)}%` }} />
          </span>
          <span className={classes.word}>{t(`banRisk:level.${level}`)}</span>
          {main ? <span className={classes.reason}>{t(`banRisk:reason.${main.reason}`)}</span> : null}
        </UnstyledButton>
      </Popover.Target>
      {/* Escape closes it alone, and not the dialog around it. */}
      <Popover.Dropdown data-mantine-stop-propagation>
        <Parts risk={risk} />
      </Popover.Dropdown>
    </Popover>
  );
}

const isAtRest = ({ facts, score }: BanRiskView): boolean =>
  score === 0 && facts.sent === 0 && facts.newChatsDay === 0 && facts.connectionAgeDays >= YOUNG_DAYS;

type Texts = ReturnType<typeof useTexts>['t'];

/** What the score is made of, with the reason that each may be. */
const PARTS: readonly {
  name: 'newChatsHour' | 'newChatsDay' | 'refused' | 'failed' | 'optedOut' | 'age' | 'night';
  reason: RiskReason;
  value(facts: BanRiskFacts, t: Texts, format: Format): string;
}[] = [
  {
    name: 'newChatsHour',
    reason: 'newChats',
    value: (facts, t) => t('banRisk:of', { part: facts.newChatsHour, all: facts.budgetHour }),
  },
  {
    name: 'newChatsDay',
    reason: 'newChats',
    value: (facts, t) => t('banRisk:of', { part: facts.newChatsDay, all: facts.budgetDay }),
  },
  { name: 'refused', reason: 'refused', value: ({ refused }, _t, format) => format.number(refused) },
  {
    name: 'failed',
    reason: 'failed',
    value: ({ failed, sent }, t) => t('banRisk:of', { part: failed, all: failed + sent }),
  },
  {
    name: 'optedOut',
    reason: 'optedOut',
    value: ({ optedOut, sent }, t) => t('banRisk:of', { part: optedOut, all: sent }),
  },
  {
    name: 'age',
    reason: 'young',
    value: (facts, t) => t('banRisk:days', { count: facts.connectionAgeDays }),
  },
  { name: 'night', reason: 'night', value: ({ isNight }, t) => t(isNight ? 'banRisk:yes' : 'banRisk:no') },
];

function Parts({ risk: { level, facts, reasons, freesAt } }: { risk: BanRiskView }) {
  const { t } = useTexts();
  const format = useFormat();
  const counts = new Set(reasons.map(({ reason }) => reason));
  return (
    <div className={classes.parts}>
      <p className={classes.title}>{t('banRisk:title')}</p>
      <p className={classes.about}>{t('banRisk:about')}</p>
      <dl className={classes.list} data-level={level}>
        {PARTS.map(({ name, reason, value }) => (
          <div key={name} className={classes.part} data-counts={counts.has(reason) || undefined}>
            <dt>{t(`banRisk:parts.${name}`)}</dt>
            <dd>{value(facts, t, format)}</dd>
          </div>
        ))}
      </dl>
      {freesAt ? (
        <p className={classes.about}>{t('banRisk:usedUp', { when: format.moment(freesAt) })}</p>
      ) : null}
    </div>
  );
}
