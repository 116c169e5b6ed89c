import { IconFiles } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';

export const fileLists = {
  pages: [
    {
      title: 'fileLists:title',
      group: 'rules',
      path: '/files',
      icon: IconFiles,
      requires: ['fileLists:manage'],
      render: lazyPage(() => import('./file-lists-page.tsx'), 'FileListsPage'),
    },
  ],
} satisfies ScreenFeature;
