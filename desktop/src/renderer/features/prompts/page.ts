import { IconList } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../kit/pages.ts';

export const page: PageEntry = {
  title: 'prompts:title',
  group: 'service',
  path: '/prompts',
  icon: IconList,
  render: lazyPage(() => import('./prompts-page.tsx'), 'PromptsPage'),
};
