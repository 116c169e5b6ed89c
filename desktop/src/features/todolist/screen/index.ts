import { IconChecklist } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';
import { DueTodosBadge } from './due-todos-badge.tsx';
import { NewTodoDialog } from './new-todo-dialog.tsx';

export const todolist = {
  pages: [
    {
      title: 'todolist:title',
      group: 'service',
      path: '/todolist',
      offline: true,
      icon: IconChecklist,
      Badge: DueTodosBadge,
      render: lazyPage(() => import('./todo-page.tsx'), 'TodoPage'),
    },
  ],
  Dialog: NewTodoDialog,
  alsoIn: 'ownWindow',
} satisfies ScreenFeature;
