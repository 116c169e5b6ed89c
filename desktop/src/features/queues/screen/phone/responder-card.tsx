import { Button, Switch } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useRows } from '../../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './phone.module.css';
import type { Asked, Trial } from './use-trial.ts';

/** Who answers here: the AI or the program by its name, else whoever knows the bills. */
export function useMindName(): (asked: Asked) => string {
  const { t } = useTexts();
  const { data: prompts = [] } = useRows('prompt');
  const { data: integrations = [] } = useRows('queueIntegration');
  return ({ promptId, integrationId }) => {
    const prompt = prompts.find(({ id }) => id === promptId);
    const integration = integrations.find(({ id }) => id === integrationId);
    return prompt?.name ?? integration?.name ?? t('queues:phone.mind.bill');
  };
}

interface Props {
  pending: Asked;
  trial: Trial;
  onAsk: () => void;
}

/** Somebody outside would be asked now. That costs something, or is heard there: a person decides. */
export function MindCard({ pending, trial, onAsk }: Props) {
  const { t } = useTexts();
  const nameOf = useMindName();
  const hint = pending.promptId !== null ? 'prompt' : pending.integrationId !== null ? 'integration' : 'bill';
  return (
    <div className={classes.mind}>
      <p className={classes.mindName}>
        <IconSparkles size={16} stroke={1.8} aria-hidden />
        {t('queues:phone.mind.answers', { name: nameOf(pending) })}
      </p>
      <p className={classes.mindHint}>{t(`queues:phone.mind.hint.${hint}`)}</p>
      <Button size="compact-sm" variant="light" onClick={onAsk}>
        {t('queues:phone.mind.ask')}
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
      label={t('queues:phone.mind.always')}
      checked={trial.asksAlways}
      onChange={(event) => trial.setAsksAlways(event.currentTarget.checked)}
    />
  );
}
