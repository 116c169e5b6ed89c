import { IconList } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../kit/pages.ts';

export const page: PageEntry = {
  title: 'contactLists:title',
  group: 'service',
  path: '/contact-lists',
  icon: IconList,
  render: lazyPage(() => import('./contact-lists-page.tsx'), 'ContactListsPage'),
};
