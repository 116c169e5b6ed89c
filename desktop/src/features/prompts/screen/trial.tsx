import { type PromptTrial, testPrompt } from '@balcao/shared/features/prompts/calls.ts';
import { Button } from '@mantine/core';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useThrownText } from '../../../renderer/kit/error-text.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './prompts.module.css';
import { fieldsOf, type PromptForm } from './use-prompt-form.ts';

/** Greets the AI as the form describes it now, saved or not. */
export function useTrial(form: PromptForm, promptId: number | null) {
  const { baseUrl, apiKey, model } = fieldsOf(form.values);
  const command = useApiCommand(testPrompt, { quiet: true });
  const body = { promptId, baseUrl, apiKey, model };
  // What was found out of other words says nothing of these.
  const isOfThese = JSON.stringify(command.variables?.body) === JSON.stringify(body);
  return {
    run: () => command.mutate({ body }),
    isRunning: command.isPending,
    trial: isOfThese ? command.data : undefined,
    error: isOfThese ? command.error : null,
  };
}

type Trial = ReturnType<typeof useTrial>;

export function TrialButton({ trial: { run, isRunning } }: { trial: Trial }) {
  const { t } = useTexts();
  return (
    <Button variant="default" className={classes.try} loading={isRunning} onClick={run}>
      {t('prompts:trial.try')}
    </Button>
  );
}

export function TrialResult({ trial: { trial, error } }: { trial: Trial }) {
  const thrownText = useThrownText();
  return (
    <div role="status" className={classes.result}>
      {error ? <div data-state="failed">{thrownText(error)}</div> : null}
      {trial ? <Answer {...trial} /> : null}
    </div>
  );
}

function Answer({ reply, latencyMs, error, problem }: PromptTrial) {
  const { t } = useTexts();
  const format = useFormat();
  if (problem !== null)
    return (
      <>
        <div data-state="failed">{t(`prompts:trial.problems.${problem}`)}</div>
        <div className={classes.said}>{error}</div>
      </>
    );
  return (
    <>
      <div data-state="ok">
        {t('prompts:trial.ok', { seconds: format.number(Math.ceil(latencyMs / 100) / 10) })}
      </div>
      <div className={classes.said}>{reply}</div>
    </>
  );
}
