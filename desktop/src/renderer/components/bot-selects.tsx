import { Select } from '@mantine/core';
import { useTexts } from '../kit/use-texts.ts';

/**
 * What answers in the place of people, on a connection or in a queue. There is nothing to choose yet, and what a form
 * does not name stays as it is.
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
