import { IconCloudUpload } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';

export const page: PageEntry = {
  title: 'outbox:title',
  group: 'service',
  path: '/outbox',
  icon: IconCloudUpload,
  badge: 'outboxProblem',
  render: lazyPage(() => import('./outbox-page.tsx'), 'OutboxPage'),
};
