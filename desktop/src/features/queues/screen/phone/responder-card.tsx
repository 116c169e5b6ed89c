import { Button, Switch } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useRows } from '../../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './phone.module.css';
import type { Asked, Trial } from './use-trial.ts';

/** Who answers here: the AI or the program by its name, else whoever knows the bills. */
export function useResponderName(): (asked: Asked) => string {
  const { t } = useTexts();
  const { data: prompts = [] } = useRows('prompt');
  const { data: integrations = [] } = useRows('queueIntegration');
  return ({ promptId, integrationId }) => {
    const prompt = prompts.find(({ id }) => id === promptId);
    const integration = integrations.find(({ id }) => id === integrationId);
    return prompt?.name ?? integration?.name ?? t('queues:phone.responder.bill');
  };
}

interface Props {
  pending: Asked;
  trial: Trial;
  onAsk: () => void;
}

/** Somebody outside would be asked now. That costs something, or is heard there: a person decides. */
export function ResponderCard({ pending, trial, onAsk }: Props) {
  const { t } = useTexts();
  const nameOf = useResponderName();
  const hint = pending.promptId !== null ? 'prompt' : pending.integrationId !== null ? 'integration' : 'bill';
  return (
    <div className={classes.responder}>
      <p className={classes.responderName}>
        <IconSparkles size={16} stroke={1.8} aria-hidden />
        {t('queues:phone.responder.answers', { name: nameOf(pending) })}
      </p>
      <p className={classes.responderHint}>{t(`queues:phone.responder.hint.${hint}`)}</p>
      <Button size="compact-sm" variant="light" onClick={onAsk}>
        {t('queues:phone.responder.ask')}
      </Button>
      {trial.asksAlways ? null : <AlwaysSwitch trial={trial} />}
    </div>
  );
}

/** Offered on the card; below the phone from then on, where it can be turned off. */
export function AlwaysSwitch({ trial }: { trial: Trial }) {
  const { t } = useTexts();
  return (
    <Switch
      size="xs"
      label={t('queues:phone.responder.always')}
      checked={trial.asksAlways}
      onChange={(event) => trial.setAsksAlways(event.currentTarget.checked)}
    />
  );
}
