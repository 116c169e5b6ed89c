import { IconBolt } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';

export const page: PageEntry = {
  title: 'quickMessages:title',
  group: 'service',
  path: '/quick-messages',
  icon: IconBolt,
  render: lazyPage(() => import('./quick-messages-page.tsx'), 'QuickMessagesPage'),
};
