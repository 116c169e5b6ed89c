import { IconPlugConnected } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../kit/pages.ts';

export const page: PageEntry = {
  title: 'connections:title',
  group: 'administration',
  path: '/connections',
  icon: IconPlugConnected,
  requires: ['connections:manage'],
  badge: 'connectionProblem',
  render: lazyPage(() => import('./connections-page.tsx'), 'ConnectionsPage'),
};
