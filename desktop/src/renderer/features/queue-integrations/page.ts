import { IconList } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../kit/pages.ts';

export const page: PageEntry = {
  title: 'queueIntegrations:title',
  group: 'service',
  path: '/queue-integrations',
  icon: IconList,
  render: lazyPage(() => import('./queue-integrations-page.tsx'), 'QueueIntegrationsPage'),
};
