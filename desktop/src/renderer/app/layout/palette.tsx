import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { COLOR_SCHEMES } from '@balcao/shared/features/preferences/bridge.ts';
import { LANGUAGES } from '@balcao/shared/text/languages.ts';
import {
  type Icon,
  IconDeviceDesktop,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconRefresh,
  IconSun,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useBridgeCommand } from '../../kit/bridge-query.ts';
import { useLayoutDialogs } from '../../kit/dialogs-store.ts';
import type { ForUser, ScreenFeature } from '../../kit/feature.ts';
import { navigate } from '../../kit/navigate.ts';
import { PAGE_GROUPS } from '../../kit/pages.ts';
import type { PaletteGroup } from '../../kit/palette-groups.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { optionsOf } from '../area-search.ts';
import { areasOf } from '../areas.ts';
import { FEATURES } from '../features.ts';
import { pagesOf } from '../pages.ts';
import { useLogout } from '../use-logout.ts';
import { openOption, useAllTexts } from './find-option.ts';
import { arranged } from './palette-order.ts';
import { useRefresh } from './use-refresh.ts';

type Source = NonNullable<ScreenFeature['PaletteSource']>;
type Actions = PaletteGroup['actions'];

const SOURCES = FEATURES.flatMap(({ PaletteSource }) => PaletteSource ?? []);
const SCHEME_ICONS = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop };

/** The palette, with what the frame and all features offer in it. */
export function Palette({ user }: ForUser) {
  const own = { pages: usePageCommands(user), options: useOptionCommands(user), ...useFrameCommands() };
  return (
    <Collected sources={SOURCES} user={user} before={[]}>
      {(offered) =>
        FEATURES.map(({ name, Palette: Shown }) =>
          Shown ? <Shown key={name} user={user} groups={arranged(own, offered)} /> : null,
        )
      }
    </Collected>
  );
}

interface CollectedProps extends ForUser {
  sources: readonly Source[];
  before: readonly PaletteGroup[];
  children: (groups: readonly PaletteGroup[]) => ReactNode;
}

/** Each source stands in the one before it, because what it offers comes from hooks of its own. */
function Collected({ sources, user, before, children }: CollectedProps) {
  const [Source, ...rest] = sources;
  if (!Source) return children(before);
  return (
    <Source user={user}>
      {(groups) => (
        <Collected sources={rest} user={user} before={[...before, ...groups]}>
          {children}
        </Collected>
      )}
    </Source>
  );
}

function usePageCommands(user: SessionUser): PaletteGroup[] {
  const { t } = useTexts();
  const pages = pagesOf(user);
  return PAGE_GROUPS.map((group) => ({
    place: 'open',
    heading: t(`layout:groups.${group}`),
    actions: pages
      .filter((page) => page.group === group)
      .map(({ title, path, icon: PageIcon }) => ({
        id: path,
        label: t(title),
        leftSection: icon(PageIcon),
        onClick: () => navigate(path),
      })),
  }));
}

/** So many options that have the words are seen. */
const MOST_OPTIONS = 8;

/** Whatever can be set, on its page. */
function useOptionCommands(user: SessionUser): PaletteGroup {
  const { t } = useTexts();
  const texts = useAllTexts();
  const options = areasOf(user)
    .flatMap(({ pages }) => pages)
    .flatMap((page) => optionsOf(page, user, texts));
  return {
    place: 'typed',
    heading: t('layout:palette.options'),
    most: MOST_OPTIONS,
    actions: options.map((option) => ({
      id: `${option.path} ${option.label}`,
      label: option.label,
      description: t(option.page.title),
      onClick: () => openOption(option),
    })),
  };
}

const icon = (Shown: Icon) => <Shown size={18} stroke={1.6} aria-hidden />;

/** What the frame itself does: before and after what the features do. */
function useFrameCommands(): { first: PaletteGroup; last: PaletteGroup } {
  const { t } = useTexts();
  const leave = useLogout();
  const refresh = useRefresh();
  const show = useLayoutDialogs((state) => state.show);
  const look = useLookActions();
  const actions = { place: 'actions', heading: t('layout:palette.actions') } as const;
  return {
    first: {
      ...actions,
      actions: [
        { id: 'refresh', label: t('layout:refresh'), leftSection: icon(IconRefresh), onClick: refresh },
      ],
    },
    last: {
      ...actions,
      actions: [
        {
          id: 'shortcuts',
          label: t('layout:shortcuts.title'),
          leftSection: icon(IconKeyboard),
          onClick: () => show('shortcuts'),
        },
        ...look,
        { id: 'logout', label: t('layout:logout'), leftSection: icon(IconLogout), onClick: leave },
      ],
    },
  };
}

/** How the console looks, and in which language it speaks. */
function useLookActions(): Actions {
  const { t } = useTexts();
  const { mutate: save } = useBridgeCommand('settings.set');
  return [
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
  ];
}
