import { IconPlugConnected } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';

const renderPage = lazyPage(() => import('./connections-page.tsx'), 'ConnectionsPage');

export const page: PageEntry = {
  title: 'connections:title',
  group: 'administration',
  path: '/connections',
  detail: 'linking',
  icon: IconPlugConnected,
  requires: ['connections:manage'],
  badge: 'connectionProblem',
  render: ({ detail }) => renderPage({ linking: detail }),
};
