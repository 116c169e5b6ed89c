import { IconCreditCard } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../kit/pages.ts';

export const page: PageEntry = {
  title: 'subscription:title',
  group: 'administration',
  path: '/subscription',
  icon: IconCreditCard,
  requires: ['subscription:view'],
  render: lazyPage(() => import('./subscription-page.tsx'), 'SubscriptionPage'),
};
