import { IconCash } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';

export const page: PageEntry = {
  title: 'payments:title',
  group: 'platform',
  path: '/payments',
  icon: IconCash,
  requires: ['payments:manage'],
  render: lazyPage(() => import('./payments-page.tsx'), 'PaymentsPage'),
};
