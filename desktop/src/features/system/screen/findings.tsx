import type { Health } from '@balcao/shared/features/system/calls.ts';
import {
  checkOf,
  commandOption,
  FINDINGS,
  type Finding,
  type FindingState,
  stateOf,
} from '@balcao/shared/features/system/findings.ts';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { Panel } from '../../../renderer/components/page.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './health.module.css';
import { useFacts } from './use-facts.ts';

const ICONS = { good: IconCircleCheck, warning: IconAlertTriangle, bad: IconCircleX };

/** One sentence for all, then what is wrong with what to do, then what is in order. */
export function Findings({ health: { at, findings } }: { health: Health }) {
  const { t } = useTexts();
  const format = useFormat();
  // A newer server may find what this console has no words for.
  const known = findings.filter(({ name }) => Object.hasOwn(FINDINGS, name));
  const counts = Map.groupBy(known, stateOf);
  const count = (state: FindingState) => counts.get(state)?.length ?? 0;
  const verdict = count('bad') > 0 ? 'bad' : count('warning') > 0 ? 'warning' : 'good';
  const VerdictIcon = ICONS[verdict];
  return (
    <Panel>
      <div className={classes.verdict} data-state={verdict} role="status">
        <VerdictIcon size={24} stroke={1.8} aria-hidden />
        <span className={classes.verdictText}>
          {t(`system:verdict.${verdict}`, { count: count(verdict) })}
        </span>
        <span className={classes.seen}>{t('system:lookedAt', { time: format.time(at) })}</span>
      </div>
      <ul className={classes.findings}>
        {known.map((finding) => (
          <Line
            key={`${finding.name} ${finding.database ?? ''} ${finding.facts.name ?? ''}`}
            finding={finding}
          />
        ))}
      </ul>
    </Panel>
  );
}

function Line({ finding }: { finding: Finding }) {
  const { t } = useTexts();
  const facts = useFacts();
  const state = stateOf(finding);
  const check = t(`system:check.${checkOf(finding)}`);
  const { database } = finding;
  const StateIcon = ICONS[state];
  return (
    <li className={classes.finding} data-state={state}>
      <StateIcon size={20} stroke={1.8} aria-label={t(`system:state.${state}`)} role="img" />
      <div className={classes.findingText}>
        <strong>{database ? t('system:checkIn', { check, database }) : check}</strong>{' '}
        <span>{t(`system:says.${finding.name}`, facts(finding.facts))}</span>
        {state === 'good' ? null : (
          <p className={classes.advice}>
            {t(`system:advice.${adviceOf(finding)}`, { ofDatabase: commandOption(finding) })}
          </p>
        )}
      </div>
    </li>
  );
}

type Wrong = {
  [Name in Finding['name']]: (typeof FINDINGS)[Name][1] extends 'good' ? never : Name;
}[Finding['name']];

const adviceOf = ({ name }: Finding) => name as Wrong;
