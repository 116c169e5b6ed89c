import { IconSitemap } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../kit/pages.ts';

export const page: PageEntry = {
  title: 'queues:title',
  group: 'administration',
  path: '/queues',
  icon: IconSitemap,
  requires: ['queues:manage'],
  render: lazyPage(() => import('./queues-page.tsx'), 'QueuesPage'),
};
