import { IconChecklist } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';

export const page: PageEntry = {
  title: 'todolist:title',
  group: 'service',
  path: '/todolist',
  icon: IconChecklist,
  badge: 'dueTodos',
  render: lazyPage(() => import('./todo-page.tsx'), 'TodoPage'),
};
