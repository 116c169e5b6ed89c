import { IconReceipt } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';

const renderList = lazyPage(() => import('./invoices-page.tsx'), 'InvoicesPage');
const renderReceipt = lazyPage(() => import('./receipt-page.tsx'), 'ReceiptPage');

export const page: PageEntry = {
  title: 'invoices:title',
  group: 'administration',
  path: '/financeiro',
  /** The receipt of one. */
  detail: 'invoiceId',
  icon: IconReceipt,
  requires: ['subscription:view'],
  whenOverdue: true,
  render: ({ user, detail }) => (detail ? renderReceipt({ id: Number(detail) }) : renderList({ user })),
};
