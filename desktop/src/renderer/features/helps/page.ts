import { IconHelp } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../kit/pages.ts';

export const page: PageEntry = {
  title: 'helps:title',
  group: 'service',
  path: '/helps',
  icon: IconHelp,
  render: lazyPage(() => import('./helps-page.tsx'), 'HelpsPage'),
};
