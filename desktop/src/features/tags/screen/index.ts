import { IconTags } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';

export const page: PageEntry = {
  title: 'tags:title',
  group: 'service',
  path: '/tags',
  icon: IconTags,
  render: lazyPage(() => import('./tags-page.tsx'), 'TagsPage'),
};
