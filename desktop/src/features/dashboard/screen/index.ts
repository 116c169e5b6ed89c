import { IconChartHistogram, IconGauge, IconUserStar } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';

export const dashboardPage: PageEntry = {
  title: 'dashboard:title',
  group: 'management',
  path: '/',
  icon: IconGauge,
  requires: ['dashboard:view'],
  render: lazyPage(() => import('./dashboard-page.tsx'), 'DashboardPage'),
};

export const metricsPage: PageEntry = {
  title: 'dashboard:metricsTitle',
  group: 'management',
  path: '/metrics',
  icon: IconChartHistogram,
  requires: ['dashboard:view'],
  render: lazyPage(() => import('./metrics-page.tsx'), 'MetricsPage'),
};

/** Everybody's own work; in the profile menu. */
export const minePage: PageEntry = {
  title: 'dashboard:mineTitle',
  group: 'personal',
  path: '/my-numbers',
  icon: IconUserStar,
  render: lazyPage(() => import('./mine-page.tsx'), 'MinePage'),
};
