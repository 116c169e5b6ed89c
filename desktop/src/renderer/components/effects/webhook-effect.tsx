import { listAutomationWebhooks } from '@balcao/shared/features/automations/calls.ts';
import { Select } from '@mantine/core';
import { useApiQuery } from '../../kit/api-query.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { QueryView } from '../query-view.tsx';
import type { AnyEffect } from './new-effect.ts';
import classes from './parts.module.css';
import { named, useWithGone } from './use-choices.ts';

type Effect = Extract<AnyEffect, { kind: 'webhook' }>;

interface Props {
  effect: Effect;
  onChange: (effect: Effect) => void;
}

/** Which webhook is told; those who make rules do not have the rows of webhooks, so the server says their names. */
export function WebhookEffect(props: Props) {
  const query = useApiQuery(listAutomationWebhooks, {});
  return (
    <QueryView query={query}>{({ webhooks }) => <Field {...props} choices={named(webhooks)} />}</QueryView>
  );
}

/** No webhook has this number. */
const ALL = '0';

function Field({ effect: { webhookId }, choices, onChange }: Props & { choices: ReturnType<typeof named> }) {
  const { t } = useTexts();
  const data = useWithGone(choices, webhookId === undefined ? [] : [webhookId]);
  return (
    <Select
      className={classes.value}
      aria-label={t('automations:webhook')}
      data={[{ value: ALL, label: t('automations:allWebhooks') }, ...data]}
      value={String(webhookId ?? ALL)}
      allowDeselect={false}
      onChange={(id) =>
        onChange({ kind: 'webhook', ...(id === null || id === ALL ? {} : { webhookId: Number(id) }) })
      }
      searchable
    />
  );
}
