import { IconCreditCard } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';
import { SUBSCRIBE, SUBSCRIPTION } from '../../../renderer/kit/subscription-paths.ts';

const renderPage = lazyPage(() => import('./subscription-page.tsx'), 'SubscriptionPage');

export const page: PageEntry = {
  title: 'subscription:title',
  group: 'administration',
  path: SUBSCRIPTION,
  whenOverdue: true,
  detail: 'dialog',
  icon: IconCreditCard,
  requires: ['subscription:view'],
  render: ({ user, detail }) => renderPage({ user, asks: detail === SUBSCRIBE }),
};
