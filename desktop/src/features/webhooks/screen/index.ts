import { IconWebhook } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';

const renderPage = lazyPage(() => import('./webhooks-page.tsx'), 'WebhooksPage');
const renderDeliveries = lazyPage(() => import('./webhook-deliveries-page.tsx'), 'WebhookDeliveriesPage');

export const page: PageEntry = {
  title: 'webhooks:title',
  group: 'administration',
  path: '/webhooks',
  detail: 'id',
  icon: IconWebhook,
  requires: ['webhooks:manage'],
  plan: 'useExternalApi',
  render: ({ detail }) => (detail ? renderDeliveries({ id: Number(detail) }) : renderPage({})),
};
