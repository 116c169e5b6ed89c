import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { COLOR_SCHEMES, LANGUAGES } from '@balcao/shared/bridge/methods.ts';
import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import {
  IconDeviceDesktop,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconRefresh,
  IconSearch,
  IconSun,
  IconUser,
} from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { useBridgeCommand } from '../bridge-query.ts';
import { pagesOf } from '../pages.tsx';
import { useLogout } from '../use-logout.tsx';
import { useTexts } from '../use-texts.ts';
import { useLayoutDialogs } from './dialogs-store.ts';
import { paletteFilter } from './palette-filter.ts';
import { useRefresh } from './use-refresh.ts';

const SCHEME_ICONS = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop };

/** Everything that this person may open or do, found by typing: Ctrl/Cmd+K, also while writing. */
export function CommandPalette({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const groups = [...usePageCommands(user), useActionCommands()];
  return (
    <Spotlight
      actions={groups}
      attributes={{ content: { 'aria-label': t('layout:palette.title') } }}
      shortcut="mod + K"
      tagsToIgnore={[]}
      filter={paletteFilter}
      highlightQuery
      scrollable
      maxHeight={420}
      nothingFound={t('common:noResults')}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: t('layout:palette.search'),
        'aria-label': t('layout:palette.search'),
      }}
    />
  );
}

function usePageCommands(user: SessionUser): SpotlightActionGroupData[] {
  const { t } = useTexts();
  const [, navigate] = useLocation();
  const pages = pagesOf(user);
  return (['service', 'administration', 'personal'] as const).map((group) => ({
    group: t(`layout:groups.${group}`),
    actions: pages
      .filter((page) => page.group === group)
      .map(({ key, path, icon: Icon }) => ({
        id: key,
        label: t(`layout:items.${key}`),
        leftSection: <Icon size={18} stroke={1.6} aria-hidden />,
        onClick: () => navigate(path),
      })),
  }));
}

function useActionCommands(): SpotlightActionGroupData {
  const { t } = useTexts();
  const leave = useLogout();
  const refresh = useRefresh();
  const show = useLayoutDialogs((state) => state.show);
  const { mutate: save } = useBridgeCommand('settings.set');
  const icon = (Icon: typeof IconUser) => <Icon size={18} stroke={1.6} aria-hidden />;
  return {
    group: t('layout:palette.actions'),
    actions: [
      {
        id: 'refresh',
        label: t('layout:refresh'),
        leftSection: icon(IconRefresh),
        onClick: refresh,
      },
      {
        id: 'profile',
        label: t('layout:editProfile'),
        leftSection: icon(IconUser),
        onClick: () => show('profile'),
      },
      {
        id: 'shortcuts',
        label: t('layout:shortcuts.title'),
        leftSection: icon(IconKeyboard),
        onClick: () => show('shortcuts'),
      },
      ...COLOR_SCHEMES.map((colorScheme) => ({
        id: `theme-${colorScheme}`,
        label: `${t('layout:theme')}: ${t(`layout:themes.${colorScheme}`)}`,
        leftSection: icon(SCHEME_ICONS[colorScheme]),
        onClick: () => save({ colorScheme }),
      })),
      ...LANGUAGES.map((language) => ({
        id: `language-${language}`,
        label: `${t('common:language')}: ${t(`common:languages.${language}`)}`,
        leftSection: icon(IconLanguage),
        onClick: () => save({ language }),
      })),
      { id: 'logout', label: t('layout:logout'), leftSection: icon(IconLogout), onClick: leave },
    ],
  };
}
