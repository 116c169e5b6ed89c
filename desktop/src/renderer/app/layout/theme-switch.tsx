import { COLOR_SCHEMES } from '@balcao/shared/features/preferences/bridge.ts';
import { SegmentedControl } from '@mantine/core';
import { useBridgeCommand, useBridgeQuery } from '../../kit/bridge-query.ts';
import { useTexts } from '../../kit/use-texts.ts';

/** The theme switch where there is no room for a separate menu. */
export function ThemeSwitch() {
  const { t } = useTexts();
  const { data: settings } = useBridgeQuery('settings.get', null);
  const { mutate: save } = useBridgeCommand('settings.set');
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label={t('layout:theme')}
      value={settings?.colorScheme ?? 'auto'}
      data={COLOR_SCHEMES.map((value) => ({ value, label: t(`layout:themes.${value}`) }))}
      onChange={(colorScheme) => save({ colorScheme })}
    />
  );
}
