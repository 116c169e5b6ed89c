import { lazyPage, type SettingsTab } from '../../../renderer/kit/pages.ts';

export const tab: SettingsTab = {
  key: 'helps',
  title: 'helps:title',
  requires: ['helps:manage'],
  render: lazyPage(() => import('./helps-tab.tsx'), 'HelpsTab'),
};
