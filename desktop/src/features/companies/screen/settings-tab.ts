import { lazyPage, type SettingsTab } from '../../../renderer/kit/pages.ts';

export const tab: SettingsTab = {
  key: 'companies',
  title: 'companies:title',
  requires: ['companies:manage'],
  render: lazyPage(() => import('./companies-tab.tsx'), 'CompaniesTab'),
};
