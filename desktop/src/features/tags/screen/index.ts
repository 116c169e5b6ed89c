import { IconTags } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';

export const tags = {
  pages: [
    {
      title: 'tags:title',
      group: 'rules',
      path: '/tags',
      icon: IconTags,
      render: lazyPage(() => import('./tags-page.tsx'), 'TagsPage'),
    },
  ],
} satisfies ScreenFeature;
