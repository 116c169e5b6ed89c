import { IconUsers } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';

export const page: PageEntry = {
  title: 'users:title',
  group: 'administration',
  path: '/users',
  icon: IconUsers,
  requires: ['users:manage'],
  render: lazyPage(() => import('./users-page.tsx'), 'UsersPage'),
};
