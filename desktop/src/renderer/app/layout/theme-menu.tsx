import { COLOR_SCHEMES } from '@balcao/shared/features/preferences/bridge.ts';
import { Menu, useComputedColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { BarButton } from '../../components/bar-button.tsx';
import { useBridgeCommand, useBridgeQuery } from '../../kit/bridge-query.ts';
import { useTexts } from '../../kit/use-texts.ts';

const ICONS = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop };

export function ThemeMenu() {
  const { t } = useTexts();
  const { data: settings } = useBridgeQuery('settings.get', null);
  const { mutate: save } = useBridgeCommand('settings.set');
  const current = useComputedColorScheme('light');
  return (
    <Menu>
      <Menu.Target>
        <BarButton icon={ICONS[current]} aria-label={t('layout:theme')} />
      </Menu.Target>
      <Menu.Dropdown>
        {COLOR_SCHEMES.map((scheme) => {
          const SchemeIcon = ICONS[scheme];
          const chosen = settings?.colorScheme === scheme;
          return (
            <Menu.Item
              key={scheme}
              leftSection={<SchemeIcon size={16} stroke={1.6} />}
              rightSection={chosen ? <IconCheck size={16} /> : null}
              onClick={() => save({ colorScheme: scheme })}
            >
              {t(`layout:themes.${scheme}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
