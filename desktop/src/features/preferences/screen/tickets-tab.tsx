import { TEXT_SIZES } from '@balcao/shared/features/preferences/bridge.ts';
import { AFTER_FINISH, LIST_DENSITIES } from '@balcao/shared/features/ticket-list/bridge.ts';
import { SegmentedControl, Stack } from '@mantine/core';
import { OptionGroup, OptionRow } from '../../../renderer/components/option-row.tsx';
import { useBridgeCommand, useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** How the person likes to work through the tickets. */
export function TicketsTab() {
  const { t } = useTexts();
  const { data: settings } = useBridgeQuery('settings.get', null);
  const { mutate: save } = useBridgeCommand('settings.set');
  if (!settings) return null;
  return (
    <Stack gap="lg">
      <OptionGroup title={t('preferences:tickets.list')}>
        <OptionRow label={t('preferences:tickets.density')} hint={t('preferences:tickets.densityHint')}>
          {(label) => (
            <SegmentedControl
              aria-labelledby={label}
              data={LIST_DENSITIES.map((density) => ({
                value: density,
                label: t(`preferences:tickets.${density}`),
              }))}
              value={settings.listDensity}
              onChange={(listDensity) => save({ listDensity })}
            />
          )}
        </OptionRow>
      </OptionGroup>
      <OptionGroup title={t('preferences:tickets.conversation')}>
        <OptionRow label={t('preferences:tickets.textSize')} hint={t('preferences:tickets.textSizeHint')}>
          {(label) => (
            <SegmentedControl
              aria-labelledby={label}
              data={TEXT_SIZES.map((size) => ({
                value: size,
                label: t(`preferences:tickets.sizes.${size}`),
              }))}
              value={settings.textSize}
              onChange={(textSize) => save({ textSize })}
            />
          )}
        </OptionRow>
      </OptionGroup>
      <OptionGroup title={t('preferences:tickets.finishing')}>
        <OptionRow
          label={t('preferences:tickets.afterFinish')}
          hint={t('preferences:tickets.afterFinishHint')}
        >
          {(label) => (
            <SegmentedControl
              aria-labelledby={label}
              data={AFTER_FINISH.map((value) => ({ value, label: t(`preferences:tickets.after.${value}`) }))}
              value={settings.afterFinish}
              onChange={(afterFinish) => save({ afterFinish })}
            />
          )}
        </OptionRow>
      </OptionGroup>
    </Stack>
  );
}
