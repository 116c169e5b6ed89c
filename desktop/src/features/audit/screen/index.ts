import { IconEye, IconHistory } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';

export const audit = {
  commandIcons: { 'audit.opened': IconEye, 'audit.sought': IconEye },
  pages: [
    {
      title: 'audit:title',
      group: 'administration',
      path: '/audit',
      icon: IconHistory,
      requires: ['audit:view'],
      render: lazyPage(() => import('./audit-page.tsx'), 'AuditPage'),
    },
  ],
} satisfies ScreenFeature;
