import { IconUsersGroup } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';

const renderLists = lazyPage(() => import('./contact-lists-page.tsx'), 'ContactListsPage');
const renderItems = lazyPage(() => import('./list-items-page.tsx'), 'ListItemsPage');

export const contactLists = {
  pages: [
    {
      title: 'contactLists:title',
      group: 'campaigns',
      inArea: 'campaigns:menu.contactLists',
      path: '/contact-lists',
      detail: 'contactListId',
      tail: true,
      icon: IconUsersGroup,
      requires: ['contactLists:manage'],
      plan: 'useCampaigns',
      render: ({ user, detail }) =>
        detail ? renderItems({ user, contactListId: Number(detail) }) : renderLists({}),
    },
  ],
} satisfies ScreenFeature;
