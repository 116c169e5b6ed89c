import { IconDeviceTv, IconGauge, IconUserStar } from '@tabler/icons-react';
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

const wallPage: PageEntry = {
  title: 'dashboard:wallTitle',
  group: null,
  path: '/wall',
  icon: IconDeviceTv,
  requires: ['dashboard:view'],
  render: lazyPage(() => import('./wall-page.tsx'), 'WallPage'),
};

/** Everybody's own work; in the profile menu. */
const minePage: PageEntry = {
  title: 'dashboard:mineTitle',
  group: 'personal',
  path: '/my-numbers',
  icon: IconUserStar,
  render: lazyPage(() => import('./mine-page.tsx'), 'MinePage'),
};

export const dashboard = { pages: [dashboardPage, wallPage, minePage] } satisfies ScreenFeature;
