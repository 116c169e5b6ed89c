import { IconGauge, IconUserStar } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';

const dashboardPage: PageEntry = {
  title: 'dashboard:title',
  group: 'management',
  path: '/',
  icon: IconGauge,
  requires: ['dashboard:view'],
  render: lazyPage(() => import('./dashboard-page.tsx'), 'DashboardPage'),
};

/** Everybody's own work; in the profile menu. */
const minePage: PageEntry = {
  title: 'dashboard:mineTitle',
  group: 'personal',
  path: '/my-numbers',
  icon: IconUserStar,
  render: lazyPage(() => import('./mine-page.tsx'), 'MinePage'),
};

export const dashboard = { pages: [dashboardPage, minePage] } satisfies ScreenFeature;
