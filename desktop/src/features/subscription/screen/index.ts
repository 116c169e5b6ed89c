import { IconCreditCard } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';
import { SUBSCRIBE, SUBSCRIPTION } from '../../../renderer/kit/subscription-paths.ts';

const renderPage = lazyPage(() => import('./subscription-page.tsx'), 'SubscriptionPage');

export const subscription = {
  pages: [
    {
      title: 'subscription:title',
      group: 'administration',
      path: SUBSCRIPTION,
      whenOverdue: 'inBar',
      detail: 'dialog',
      icon: IconCreditCard,
      requires: ['subscription:view'],
      render: ({ user, detail }) => renderPage({ user, asks: detail === SUBSCRIBE }),
    },
  ],
} satisfies ScreenFeature;
