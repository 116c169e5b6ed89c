import { IconNews } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';

export const page: PageEntry = {
  title: 'announcements:title',
  group: 'platform',
  path: '/announcements',
  icon: IconNews,
  requires: ['announcements:manage'],
  tellsOthers: true,
  render: lazyPage(() => import('./announcements-page.tsx'), 'AnnouncementsPage'),
};
