import type { ImportView } from '@balcao/shared/features/contacts/imports.ts';
import { Text } from '@mantine/core';
import { useTexts } from '../../kit/use-texts.ts';

/** A file may be older than what its formulas would say today. */
export function FormulasNote({ view }: { view: Pick<ImportView, 'hasFormulas'> }) {
  const { t } = useTexts();
  return view.hasFormulas ? (
    <Text size="sm" c="var(--text-muted)">
      {t('contacts:importFormulas')}
    </Text>
  ) : null;
}
