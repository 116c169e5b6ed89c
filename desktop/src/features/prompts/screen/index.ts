import { IconSparkles } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';

export const prompts = {
  pages: [
    {
      title: 'prompts:title',
      group: 'channels',
      path: '/prompts',
      icon: IconSparkles,
      requires: ['prompts:manage'],
      plan: 'useOpenAi',
      render: lazyPage(() => import('./prompts-page.tsx'), 'PromptsPage'),
    },
  ],
} satisfies ScreenFeature;
