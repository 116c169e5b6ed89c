import { IconBolt } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../kit/pages.ts';

export const page: PageEntry = {
  title: 'quickMessages:title',
  group: 'service',
  path: '/quick-messages',
  icon: IconBolt,
  render: lazyPage(() => import('./quick-messages-page.tsx'), 'QuickMessagesPage'),
};
