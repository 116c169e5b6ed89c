import { Select } from '@mantine/core';
import { useBridgeQuery } from '../kit/bridge-query.ts';
import { useRows } from '../kit/use-rows.ts';
import { useTexts } from '../kit/use-texts.ts';

/** What answers instead of agents, as the fields of a form hold it. */
export interface Bots {
  promptId: string | null;
  integrationId: string | null;
}

interface Props {
  /** Whose form it is: what a connection has comes before what its queues have. */
  of: 'connection' | 'queue';
  bots: Bots;
  onChange: (bots: Bots) => void;
}

/** The AI or the program that answers before the menu, as far as the company's plan has them. Only one can. */
export function BotSelects({ of, bots, onChange }: Props) {
  const { t } = useTexts();
  const { data: session } = useBridgeQuery('session.get', null);
  const plan = session?.user?.company.plan;
  const prompts = useChoices('prompt');
  const integrations = useChoices('queueIntegration');
  const hint = `${t(`common:bots.order.${of}`)} ${plan?.useOpenAi && plan.useIntegrations ? t('common:bots.onlyOne') : ''}`;
  return (
    <>
      {plan?.useIntegrations ? (
        <Select
          label={t('common:bots.integration')}
          description={integrations?.length === 0 ? t('common:bots.integrationEmpty') : hint}
          placeholder={t('common:bots.integrationNone')}
          data={integrations ?? []}
          value={bots.integrationId}
          onChange={(integrationId) => onChange({ integrationId, promptId: null })}
          disabled={integrations?.length === 0}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('common:clear') }}
        />
      ) : null}
      {plan?.useOpenAi ? (
        <Select
          label={t('common:bots.prompt')}
          description={prompts?.length === 0 ? t('common:bots.promptEmpty') : hint}
          placeholder={t('common:bots.promptNone')}
          data={prompts ?? []}
          value={bots.promptId}
          onChange={(promptId) => onChange({ promptId, integrationId: null })}
          disabled={prompts?.length === 0}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('common:clear') }}
        />
      ) : null}
    </>
  );
}

function useChoices(entity: 'prompt' | 'queueIntegration') {
  const { data: rows } = useRows(entity);
  return rows?.map(({ id, name }) => ({ value: String(id), label: name }));
}
