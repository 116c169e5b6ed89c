import { IconBolt } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';
import { NewQuickMessageDialog } from './quick-message-dialog.tsx';

export const quickMessages = {
  pages: [
    {
      title: 'quickMessages:title',
      group: 'rules',
      path: '/quick-messages',
      offline: true,
      icon: IconBolt,
      render: lazyPage(() => import('./quick-messages-page.tsx'), 'QuickMessagesPage'),
    },
  ],
  Dialog: NewQuickMessageDialog,
  alsoIn: 'ownWindow',
} satisfies ScreenFeature;
