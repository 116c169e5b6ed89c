import { IconSitemap } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';
import type { PhoneParts } from './phone/phone-parts.ts';

const renderPage = lazyPage(() => import('./queues-page.tsx'), 'QueuesPage');

/** @param phone what draws a conversation, which is the desk's */
export const pageWith = (phone: PhoneParts): PageEntry => ({
  title: 'queues:title',
  group: 'administration',
  path: '/queues',
  detail: 'try',
  icon: IconSitemap,
  requires: ['queues:manage'],
  render: ({ user, detail }) => renderPage({ user, isTrying: detail === 'try', phone }),
});
