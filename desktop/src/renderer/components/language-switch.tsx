import { LANGUAGES, type Language } from '@balcao/shared/text/languages.ts';
import { SegmentedControl } from '@mantine/core';
import { useBridgeCommand } from '../kit/bridge-query.ts';
import { useTexts } from '../kit/use-texts.ts';

/** Each language by its own name, so that no user is lost in a foreign one. */
export function LanguageSwitch() {
  const { t, i18n } = useTexts();
  const { mutate: save } = useBridgeCommand('settings.set');
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label={t('common:language')}
      value={i18n.language as Language}
      data={LANGUAGES.map((value) => ({ value, label: t(`common:languages.${value}`) }))}
      onChange={(language) => save({ language })}
    />
  );
}
