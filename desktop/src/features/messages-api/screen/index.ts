import { IconApi } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';
import { ApiReferenceCommand } from './api-reference-command.tsx';

const renderPage = lazyPage(() => import('./messages-api-page.tsx'), 'MessagesApiPage');

export const messagesApi = {
  pages: [
    {
      title: 'messagesApi:title',
      group: 'channels',
      path: '/messages-api',
      detail: 'tab',
      icon: IconApi,
      requires: ['connections:manage'],
      plan: 'useExternalApi',
      render: ({ detail }) => renderPage({ open: detail }),
    },
  ],
  PaletteSource: ApiReferenceCommand,
} satisfies ScreenFeature;
