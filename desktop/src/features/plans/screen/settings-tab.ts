import { lazyPage, type SettingsTab } from '../../../renderer/kit/pages.ts';

export const tab: SettingsTab = {
  key: 'plans',
  title: 'plans:title',
  requires: ['plans:manage'],
  render: lazyPage(() => import('./plans-tab.tsx'), 'PlansTab'),
};
