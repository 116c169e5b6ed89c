import { IconPackage } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';

export const page: PageEntry = {
  title: 'plans:title',
  group: 'platform',
  path: '/plans',
  icon: IconPackage,
  requires: ['plans:manage'],
  render: lazyPage(() => import('./plans-page.tsx'), 'PlansPage'),
};
