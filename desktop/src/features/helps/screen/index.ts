import { IconHelp, IconMovie } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';

const renderPage = lazyPage(() => import('./helps-page.tsx'), 'HelpsPage');

/** @param shortcuts the sheet of shortcuts, which the layout knows */
export const pageWith = (shortcuts: ReactNode): PageEntry => ({
  title: 'helps:title',
  group: 'service',
  path: '/helps',
  whenOverdue: true,
  detail: 'answer',
  icon: IconHelp,
  render: ({ user, detail }) => renderPage({ user, open: detail, shortcuts }),
});

export const videosPage: PageEntry = {
  title: 'helps:videos',
  group: 'platform',
  path: '/videos',
  icon: IconMovie,
  requires: ['helps:manage'],
  render: lazyPage(() => import('./videos-page.tsx'), 'VideosPage'),
};
