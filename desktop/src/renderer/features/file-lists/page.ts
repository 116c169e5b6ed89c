import { IconList } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../kit/pages.ts';

export const page: PageEntry = {
  title: 'fileLists:title',
  group: 'service',
  path: '/file-lists',
  icon: IconList,
  render: lazyPage(() => import('./file-lists-page.tsx'), 'FileListsPage'),
};
