import { IconNews } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';
import { AnnouncementNotice } from './announcement-notice.tsx';
import { AnnouncementsPopover } from './announcements-popover.tsx';

export const announcements = {
  pages: [
    {
      title: 'announcements:title',
      group: 'platform',
      path: '/announcements',
      offline: true,
      icon: IconNews,
      requires: ['announcements:manage'],
      tellsOthers: true,
      render: lazyPage(() => import('./announcements-page.tsx'), 'AnnouncementsPage'),
    },
  ],
  TopBar: AnnouncementsPopover,
  Dialog: AnnouncementNotice,
} satisfies ScreenFeature;
