import { IconUsers } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';

export const users = {
  pages: [
    {
      title: 'users:title',
      group: 'administration',
      path: '/users',
      icon: IconUsers,
      requires: ['users:manage'],
      render: lazyPage(() => import('./users-page.tsx'), 'UsersPage'),
    },
  ],
} satisfies ScreenFeature;
