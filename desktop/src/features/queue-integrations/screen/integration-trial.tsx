import { isErrorCode } from '@balcao/shared/errors.ts';
import {
  type IntegrationTrial,
  testQueueIntegration,
} from '@balcao/shared/features/queue-integrations/calls.ts';
import { Button, Code, Group, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useErrorText, useThrownText } from '../../../renderer/kit/error-text.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { FieldGroup } from './field-group.tsx';
import classes from './queue-integrations.module.css';
import { fieldsOf, type IntegrationForm } from './use-integration-form.ts';

interface Props {
  form: IntegrationForm;
  /** Of the one that is edited. */
  id: number | undefined;
}

/** Tries what the form holds, before it is saved, and tells what came of it. */
export function IntegrationTrialPanel({ form, id }: Props) {
  const { t } = useTexts();
  const thrownText = useThrownText();
  const trial = useApiCommand(testQueueIntegration, { quiet: true });
  const { type } = form.values;
  const body = { ...fieldsOf(form.values), type, queueIntegrationId: id };
  // What came of other values says nothing of these.
  const isOfThese = JSON.stringify(trial.variables?.body) === JSON.stringify(body);
  const [data, error] = isOfThese ? [trial.data, trial.error] : [undefined, null];
  const outcome = useRef<HTMLDivElement>(null);
  // It appears behind the buttons at the foot of a long form.
  useEffect(() => {
    if (data ?? error) outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [data, error]);
  const run = () => {
    if (form.validate().hasErrors) return;
    trial.mutate(
      { body },
      { onSuccess: ({ ok }) => void (ok && showToast(t('queueIntegrations:trial.ok'))) },
    );
  };
  return (
    <FieldGroup title={t('queueIntegrations:groups.trial')}>
      <Group gap="sm" justify="space-between">
        <Text size="sm" c="var(--text-muted)">
          {t(`queueIntegrations:trial.hint.${type}`)}
        </Text>
        <Button
          variant="default"
          loading={trial.isPending}
          leftSection={<IconPlayerPlay size={16} stroke={1.6} aria-hidden />}
          onClick={run}
        >
          {t('queueIntegrations:trial.run')}
        </Button>
      </Group>
      <div role="status" ref={outcome} className={classes.outcomes}>
        {data ? <Outcome trial={data} /> : null}
        {error ? <Failure reason={thrownText(error)} said={null} /> : null}
      </div>
    </FieldGroup>
  );
}

function Outcome({
  trial: { ok, reply, intent, confidence, latencyMs, error },
}: {
  trial: IntegrationTrial;
}) {
  const { t } = useTexts();
  const format = useFormat();
  const errorText = useErrorText();
  if (!ok) {
    const reason = isErrorCode(error) ? errorText(error) : (error ?? t('common:errorOccurred'));
    return <Failure reason={reason} said={reply} />;
  }
  const facts = [
    ['reply', reply || t('queueIntegrations:trial.noReply')],
    ['intent', intent],
    [
      'confidence',
      confidence === null
        ? null
        : t('queueIntegrations:trial.percent', { value: format.number(Math.round(confidence * 100)) }),
    ],
    [
      'latency',
      latencyMs === null ? null : t('deliveries:milliseconds', { value: format.number(latencyMs) }),
    ],
  ] as const;
  return (
    <div className={classes.outcome} data-tone="success">
      <IconCircleCheck size={20} stroke={1.6} aria-hidden />
      <dl className={classes.facts}>
        {facts.map(([name, value]) =>
          value === null ? null : (
            <div key={name}>
              <dt>{t(`queueIntegrations:trial.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
    </div>
  );
}

/** @property said the beginning of what the service answered */
function Failure({ reason, said }: { reason: string; said: string | null }) {
  const { t } = useTexts();
  return (
    <div className={classes.outcome} data-tone="danger">
      <IconCircleX size={20} stroke={1.6} aria-hidden />
      <div>
        <Text size="sm" fw={600}>
          {t('queueIntegrations:trial.failed')}
        </Text>
        <Text size="sm">{reason}</Text>
        {said ? (
          <>
            <Text size="xs" mt={6}>
              {t('queueIntegrations:trial.said')}
            </Text>
            <Code block className={classes.said}>
              {said}
            </Code>
          </>
        ) : null}
      </div>
    </div>
  );
}
