import { IconApi } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';

const renderPage = lazyPage(() => import('./messages-api-page.tsx'), 'MessagesApiPage');

export const page: PageEntry = {
  title: 'messagesApi:title',
  group: 'administration',
  path: '/messages-api',
  detail: 'tab',
  icon: IconApi,
  requires: ['connections:manage'],
  plan: 'useExternalApi',
  render: ({ detail }) => renderPage({ open: detail }),
};
