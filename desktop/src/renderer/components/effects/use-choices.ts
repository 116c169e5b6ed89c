import { listAutomationWebhooks } from '@balcao/shared/features/automations/calls.ts';
import { featuresOf } from '@balcao/shared/features/connections/channel.ts';
import { useApiQuery } from '../../kit/api-query.ts';
import { useRows } from '../../kit/use-rows.ts';
import { useTexts } from '../../kit/use-texts.ts';

export interface Choice {
  value: string;
  label: string;
}

/** What rules may name, from the console's own rows. */
export function useChoices() {
  const queues = useRows('queue').data;
  const users = useRows('user').data;
  const tags = useRows('tag').data;
  const connections = useRows('connection').data;
  const quickMessages = useRows('quickMessage').data;
  const fileLists = useRows('fileList').data;
  const prompts = useRows('prompt').data;
  const integrations = useRows('queueIntegration').data;
  return {
    fileLists: named(fileLists),
    prompts: named(prompts),
    integrations: named(integrations),
    /** Those who make rules know them (`useRuleChoices`); nobody else needs them. */
    webhooks: named([]),
    queues: named(queues),
    users: named(users),
    tags: named(tags),
    connections: named(connections),
    /** Those whose messenger approves texts. */
    templateConnections: named(connections?.filter((connection) => featuresOf(connection).templates)),
    quickMessages: named(
      quickMessages?.filter(({ geral }) => geral).map(({ id, shortcode }) => ({ id, name: `/${shortcode}` })),
    ),
  };
}
/** The same with the webhooks, of which the server says the names to those who make rules. */
export function useRuleChoices(): Choices {
  const { data } = useApiQuery(listAutomationWebhooks, {});
  return { ...useChoices(), webhooks: named(data?.webhooks) };
}

export type Choices = ReturnType<typeof useChoices>;

export const named = (rows: readonly { id: number; name: string }[] = []): Choice[] =>
  rows.map(({ id, name }) => ({ value: String(id), label: name }));

/** The same with what a rule names and nobody has any more, so that it is seen. */
export function useWithGone(choices: readonly Choice[], ids: readonly number[]): Choice[] {
  const { t } = useTexts();
  const gone = ids.filter((id) => id !== 0 && choices.every(({ value }) => value !== String(id)));
  return [...choices, ...gone.map((id) => ({ value: String(id), label: t('automations:gone') }))];
}
