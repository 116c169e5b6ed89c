import { maySetSetting } from '@balcao/shared/features/settings/rules.ts';
import { IconSettings } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage, type PagePart, type SettingsTab } from '../../../renderer/kit/pages.ts';
import { INTEGRATIONS, OPTION_GROUPS, type Option } from './option-groups.ts';

const renderPage = lazyPage(() => import('./settings-page.tsx'), 'SettingsPage');

const OWN: readonly SettingsTab[] = [
  {
    key: 'options',
    title: 'settings:tabs.options',
    requires: ['settings:service'],
    render: lazyPage(() => import('./options-tab.tsx'), 'OptionsTab'),
  },
  {
    key: 'schedules',
    title: 'settings:tabs.schedules',
    requires: ['settings:service'],
    // Without any hours that count there is nothing to set.
    shownIf: ({ company }) =>
      company.settings.some(({ key, value }) => key === 'scheduleType' && value !== 'disabled'),
    render: lazyPage(() => import('./schedules-tab.tsx'), 'SchedulesTab'),
  },
];

const OPTION_PARTS: readonly PagePart[] = [...OPTION_GROUPS, ...INTEGRATIONS]
  .flatMap(({ options }): readonly Option[] => options)
  .map((option) => ({
    title: `settings:options.${option}`,
    path: '/settings',
    shownIf: (user) => maySetSetting(user, option),
  }));

/**
 * Operators who are no admins see the page too: for the tabs that other features put there.
 *
 * @param features those that have a tab
 */
export function settings(features: readonly ScreenFeature[]) {
  const tabs = [...OWN, ...features.flatMap(({ settingsTab = [] }) => settingsTab)];
  return {
    pages: [
      {
        title: 'settings:title',
        group: 'administration',
        inArea: 'settings:tabs.options',
        path: '/settings',
        hasOptions: true,
        parts: [...tabs.map((tab) => ({ ...tab, path: `/settings/${tab.key}` })), ...OPTION_PARTS],
        detail: 'tab',
        icon: IconSettings,
        requires: tabs.flatMap(({ requires = [] }) => requires),
        render: ({ user, detail }) => renderPage({ user, tabs, open: detail }),
      },
    ],
  } satisfies ScreenFeature;
}
