import { IconAddressBook } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';

export const page: PageEntry = {
  title: 'contacts:title',
  group: 'service',
  path: '/contacts',
  icon: IconAddressBook,
  requires: ['contacts-page:view'],
  render: lazyPage(() => import('./contacts-page.tsx'), 'ContactsPage'),
};
