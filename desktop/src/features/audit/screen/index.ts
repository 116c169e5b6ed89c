import { IconHistory } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';

export const page: PageEntry = {
  title: 'audit:title',
  group: 'administration',
  path: '/audit',
  icon: IconHistory,
  requires: ['audit:view'],
  render: lazyPage(() => import('./audit-page.tsx'), 'AuditPage'),
};
