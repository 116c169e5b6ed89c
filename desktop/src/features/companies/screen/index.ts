import { IconBuildingStore } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';

export const page: PageEntry = {
  title: 'companies:title',
  group: 'platform',
  path: '/companies',
  icon: IconBuildingStore,
  requires: ['companies:manage'],
  render: lazyPage(() => import('./companies-page.tsx'), 'CompaniesPage'),
};
