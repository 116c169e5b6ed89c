import { Select, SimpleGrid, Text } from '@mantine/core';
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
  if (!plan?.useOpenAi && !plan?.useIntegrations) return null;
  const order = t(`common:bots.order.${of}`);
  const hint = plan.useOpenAi && plan.useIntegrations ? `${order} ${t('common:bots.onlyOne')}` : order;
  return (
    <div>
      <Text size="xs" c="var(--text-soft)" mb={8}>
        {hint}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {plan.useIntegrations ? (
          <BotSelect
            label={t('common:bots.integration')}
            hint={integrations?.length === 0 ? t('common:bots.integrationEmpty') : null}
            none={t('common:bots.integrationNone')}
            choices={integrations}
            value={bots.integrationId}
            onChange={(integrationId) => onChange({ integrationId, promptId: null })}
          />
        ) : null}
        {plan.useOpenAi ? (
          <BotSelect
            label={t('common:bots.prompt')}
            hint={prompts?.length === 0 ? t('common:bots.promptEmpty') : null}
            none={t('common:bots.promptNone')}
            choices={prompts}
            value={bots.promptId}
            onChange={(promptId) => onChange({ promptId, integrationId: null })}
          />
        ) : null}
      </SimpleGrid>
    </div>
  );
}

interface SelectProps {
  label: string;
  /** Null: nothing but what is said of both. */
  hint: string | null;
  /** Shown while nothing is chosen. */
  none: string;
  choices: { value: string; label: string }[] | undefined;
  value: string | null;
  onChange: (id: string | null) => void;
}

function BotSelect({ hint, none, choices = [], ...props }: SelectProps) {
  const { t } = useTexts();
  return (
    <Select
      {...props}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={none}
      data={choices}
      disabled={choices.length === 0}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common:clear') }}
    />
  );
}

function useChoices(entity: 'prompt' | 'queueIntegration') {
  const { data: rows } = useRows(entity);
  return rows?.map(({ id, name }) => ({ value: String(id), label: name }));
}
