import { lazyPage, type SettingsTab } from '../../kit/pages.ts';

export const tab: SettingsTab = {
  key: 'plans',
  title: 'plans:title',
  requires: ['plans:manage'],
  render: lazyPage(() => import('./plans-tab.tsx'), 'PlansTab'),
};
