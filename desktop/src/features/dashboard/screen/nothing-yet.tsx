import { Text } from '@mantine/core';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** Stands in the place of figures where these days have none. */
export function NothingYet() {
  const { t } = useTexts();
  return (
    <Text size="sm" c="var(--text-muted)">
      {t('dashboard:nothing')}
    </Text>
  );
}
