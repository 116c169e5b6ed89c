import { IconSparkles } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';

export const page: PageEntry = {
  title: 'prompts:title',
  group: 'administration',
  path: '/prompts',
  icon: IconSparkles,
  requires: ['prompts:manage'],
  plan: 'useOpenAi',
  render: lazyPage(() => import('./prompts-page.tsx'), 'PromptsPage'),
};
