import { IconHelp, IconMovie } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';
import { AnswerCommands } from './answer-commands.tsx';

const renderPage = lazyPage(() => import('./helps-page.tsx'), 'HelpsPage');

export const helps = {
  pages: [
    {
      title: 'helps:title',
      group: 'service',
      path: '/helps',
      whenOverdue: 'inBar',
      detail: 'answer',
      icon: IconHelp,
      render: ({ user, detail }) => renderPage({ user, open: detail }),
    },
    {
      title: 'helps:videos',
      group: 'platform',
      path: '/videos',
      icon: IconMovie,
      requires: ['helps:manage'],
      render: lazyPage(() => import('./videos-page.tsx'), 'VideosPage'),
    },
  ],
  settingsTab: {
    key: 'helps',
    title: 'helps:title',
    requires: ['helps:manage'],
    render: lazyPage(() => import('./helps-tab.tsx'), 'HelpsTab'),
  },
  PaletteSource: AnswerCommands,
} satisfies ScreenFeature;
