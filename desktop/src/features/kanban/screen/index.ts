import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { IconLayoutKanban } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';

const renderPage = lazyPage(() => import('./kanban-page.tsx'), 'KanbanPage');

/** @param Peek shows the conversation that is looked at beside the board, which is the desk's */
export const kanban = (Peek: ComponentType<{ user: SessionUser }>) =>
  ({
    pages: [
      {
        title: 'kanban:title',
        group: 'service',
        path: '/kanban',
        offline: true,
        icon: IconLayoutKanban,
        plan: 'useKanban',
        render: ({ user }) => renderPage({ user, Peek }),
      },
    ],
  }) satisfies ScreenFeature;
