import { IconPlugConnected } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';
import { ConnectCommands } from './connect-commands.tsx';
import { ConnectionProblemBadge } from './connection-problem-badge.tsx';
import { LowQuality } from './low-quality.tsx';

const renderPage = lazyPage(() => import('./connections-page.tsx'), 'ConnectionsPage');

export const connections = {
  pages: [
    {
      title: 'connections:title',
      group: 'channels',
      path: '/connections',
      detail: 'linking',
      icon: IconPlugConnected,
      requires: ['connections:manage'],
      Badge: ConnectionProblemBadge,
      render: ({ user, detail }) => renderPage({ user, linking: detail }),
    },
  ],
  Bar: LowQuality,
  PaletteSource: ConnectCommands,
} satisfies ScreenFeature;
