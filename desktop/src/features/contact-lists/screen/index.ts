import { IconUsersGroup } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';

const renderLists = lazyPage(() => import('./contact-lists-page.tsx'), 'ContactListsPage');
const renderItems = lazyPage(() => import('./list-items-page.tsx'), 'ListItemsPage');

export const page: PageEntry = {
  title: 'contactLists:title',
  group: 'administration',
  campaigns: 'contactLists',
  path: '/contact-lists',
  detail: 'contactListId',
  tail: true,
  icon: IconUsersGroup,
  requires: ['contactLists:manage'],
  plan: 'useCampaigns',
  render: ({ user, detail }) =>
    detail ? renderItems({ user, contactListId: Number(detail) }) : renderLists({}),
};
