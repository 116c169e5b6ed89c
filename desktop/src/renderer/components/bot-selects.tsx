import { Select } from '@mantine/core';
import { useTexts } from '../kit/use-texts.ts';

/**
 * The bots that answer instead of agents, on a connection or in a queue. There is nothing to choose yet, and a field
 * that a form does not name stays unchanged.
 */
export function BotSelects() {
  const { t } = useTexts();
  return (['integration', 'prompt'] as const).map((kind) => (
    <Select
      key={kind}
      label={t(`common:bots.${kind}`)}
      description={t(`common:bots.${kind}Hint`)}
      placeholder={t('common:bots.none')}
      disabled
      data={[]}
    />
  ));
}
