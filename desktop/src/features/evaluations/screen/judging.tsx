import type { ErrorName } from '@balcao/shared/contract/error-entry.ts';
import {
  type EvaluatedAnswer,
  type EvaluatedQuestion,
  judgeAnswer,
  type OpenedEvaluation,
} from '@balcao/shared/features/evaluations/calls.ts';
import { Anchor, Button, Group } from '@mantine/core';
import { IconBook2, IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { ticketPath } from '../../../renderer/components/ticket/use-ticket-actions.ts';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useErrorText } from '../../../renderer/kit/error-text.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './judging.module.css';

type Judge = (answer: EvaluatedAnswer, good: boolean | null) => void;

/** Each question with what people wrote and the AI would have, one judged after the other. */
export function Judging({ evaluation: { id, rows } }: { evaluation: OpenedEvaluation }) {
  const { t } = useTexts();
  const command = useApiCommand(judgeAnswer);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // Keys judge from the beginning.
    list.current?.querySelector<HTMLElement>('[data-judged="none"]')?.focus({ preventScroll: true });
  }, []);
  const judge: Judge = (answer, good) =>
    command.mutate({ params: { evaluationId: id, answerId: answer.id }, body: { good } });
  const move = (step: number) => {
    const places = [...(list.current?.querySelectorAll<HTMLElement>('[data-answer]') ?? [])];
    const at = places.findIndex((place) => place.contains(document.activeElement));
    const next = places[at + step];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <ol ref={list} className={classes.questions} aria-label={t('evaluations:questions')}>
      {rows.map((row, index) => (
        <Question key={row.id} row={row} place={index + 1} onJudge={judge} onMove={move} />
      ))}
    </ol>
  );
}

interface QuestionProps {
  row: EvaluatedQuestion;
  place: number;
  onJudge: Judge;
  onMove: (step: number) => void;
}

function Question({ row: { question, written, ticket, answers }, place, onJudge, onMove }: QuestionProps) {
  const { t } = useTexts();
  return (
    <li className={classes.question} aria-label={t('evaluations:question', { place })}>
      <div className={classes.asked}>
        <div className={classes.head}>
          {t('evaluations:question', { place })}
          {ticket ? (
            <Anchor
              size="xs"
              inherit
              c="inherit"
              underline="always"
              component={Link}
              href={ticketPath(ticket.uuid)}
            >
              {t('evaluations:conversation', { id: ticket.id })}
            </Anchor>
          ) : null}
        </div>
        <p className={classes.words}>{question}</p>
      </div>
      <div className={classes.sides}>
        {written === '' ? null : (
          <div className={classes.side}>
            <div className={classes.head}>{t('evaluations:written')}</div>
            <p className={classes.words}>{written}</p>
          </div>
        )}
        {answers.map((answer) => (
          <Answer key={answer.id} answer={answer} place={place} onJudge={onJudge} onMove={onMove} />
        ))}
      </div>
    </li>
  );
}

interface AnswerProps extends Omit<QuestionProps, 'row'> {
  answer: EvaluatedAnswer;
}

/** By which keys it is judged. */
const VERDICTS: Record<string, boolean | null> = { '1': true, '2': false, '0': null };
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

function Answer({ answer, place, onJudge, onMove }: AnswerProps) {
  const { t } = useTexts();
  const { outcome, text, articles, good } = answer;
  const variant = t(`evaluations:variants.${answer.variant}`);
  const canBeJudged = outcome === 'answered' || outcome === 'handedOver' || outcome === 'noSource';
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const step = STEPS[key];
    const verdict = VERDICTS[key];
    if (step === undefined && (verdict === undefined || !canBeJudged)) return;
    event.preventDefault();
    if (verdict !== undefined) onJudge(answer, verdict);
    onMove(step ?? (verdict === null ? 0 : 1));
  };
  const judgement = good === null ? 'none' : good ? 'good' : 'bad';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a look of its own.
    <div
      role="group"
      aria-label={t('evaluations:answerOf', { variant, place })}
      className={classes.side}
      data-answer
      data-judged={judgement}
      // Its keys judge it.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
      tabIndex={0}
      onKeyDown={press}
    >
      <div className={classes.head}>{variant}</div>
      <Outcome outcome={outcome} />
      {text === '' ? null : <p className={classes.words}>{text}</p>}
      {articles.length > 0 ? (
        <ul className={classes.sources}>
          {articles.map(({ id, title }) => (
            <li key={id}>
              <IconBook2 size={13} aria-hidden /> {title}
            </li>
          ))}
        </ul>
      ) : null}
      {canBeJudged ? (
        <Group gap="xs" mt="auto">
          <Verdict
            label={t('evaluations:judgeGood')}
            isGiven={good === true}
            tone="good"
            onGive={(given) => onJudge(answer, given ? null : true)}
          />
          <Verdict
            label={t('evaluations:judgeBad')}
            isGiven={good === false}
            tone="bad"
            onGive={(given) => onJudge(answer, given ? null : false)}
          />
        </Group>
      ) : null}
    </div>
  );
}

const isCode = (outcome: EvaluatedAnswer['outcome']): outcome is ErrorName => outcome.startsWith('ERR_');

function Outcome({ outcome }: Pick<EvaluatedAnswer, 'outcome'>) {
  const { t } = useTexts();
  const errorText = useErrorText();
  if (outcome === 'answered') return null;
  const failed = isCode(outcome);
  return (
    <div className={classes.outcome} {...(failed ? { 'data-failed': true } : {})}>
      {failed ? errorText(outcome) : t(`evaluations:outcomes.${outcome}`)}
    </div>
  );
}

interface VerdictProps {
  label: string;
  isGiven: boolean;
  tone: 'good' | 'bad';
  onGive: (isGiven: boolean) => void;
}

function Verdict({ label, isGiven, tone, onGive }: VerdictProps) {
  const Icon = tone === 'good' ? IconThumbUp : IconThumbDown;
  return (
    <Button
      size="compact-sm"
      variant="default"
      className={classes.verdict}
      data-tone={tone}
      leftSection={<Icon size={14} aria-hidden />}
      aria-pressed={isGiven}
      // Tab leads from answer to answer; keys judge.
      tabIndex={-1}
      onClick={() => onGive(isGiven)}
    >
      {label}
    </Button>
  );
}
