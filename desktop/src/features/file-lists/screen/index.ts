import { IconFiles } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';

export const page: PageEntry = {
  title: 'fileLists:title',
  group: 'administration',
  path: '/files',
  icon: IconFiles,
  requires: ['fileLists:manage'],
  render: lazyPage(() => import('./file-lists-page.tsx'), 'FileListsPage'),
};
