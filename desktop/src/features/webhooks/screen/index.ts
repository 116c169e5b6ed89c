import { IconWebhook } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';
import { FailedWebhooks } from './failed-webhooks.tsx';

const renderPage = lazyPage(() => import('./webhooks-page.tsx'), 'WebhooksPage');
const renderDeliveries = lazyPage(() => import('./webhook-deliveries-page.tsx'), 'WebhookDeliveriesPage');

export const webhooks = {
  pages: [
    {
      title: 'webhooks:title',
      group: 'channels',
      path: '/webhooks',
      detail: 'id',
      icon: IconWebhook,
      requires: ['webhooks:manage'],
      plan: 'useExternalApi',
      render: ({ detail }) => (detail ? renderDeliveries({ id: Number(detail) }) : renderPage({})),
    },
  ],
  Bar: FailedWebhooks,
} satisfies ScreenFeature;
