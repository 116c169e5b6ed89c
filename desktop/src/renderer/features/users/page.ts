import { IconUsers } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../kit/pages.ts';

export const page: PageEntry = {
  title: 'users:title',
  group: 'administration',
  path: '/users',
  icon: IconUsers,
  requires: ['users:manage'],
  render: lazyPage(() => import('./users-page.tsx'), 'UsersPage'),
};
