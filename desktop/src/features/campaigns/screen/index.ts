import { IconSpeakerphone } from '@tabler/icons-react';
import { createElement } from 'react';
import { Redirect } from 'wouter';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';
import { RestrictedCampaigns } from './restricted-campaigns.tsx';

const renderReport = lazyPage(() => import('./report-page.tsx'), 'ReportPage');

const shared = {
  title: 'campaigns:title',
  icon: IconSpeakerphone,
  requires: ['campaigns:manage'],
  plan: 'useCampaigns',
} as const satisfies Partial<PageEntry>;

const list: PageEntry = {
  ...shared,
  group: 'campaigns',
  inArea: 'campaigns:menu.list',
  path: '/campaigns',
  also: '/campaign',
  render: lazyPage(() => import('./campaigns-page.tsx'), 'CampaignsPage'),
};

const report: PageEntry = {
  ...shared,
  group: null,
  path: '/campaign',
  detail: 'id',
  tail: true,
  render: ({ user, detail }) =>
    detail ? renderReport({ user, id: Number(detail) }) : createElement(Redirect, { to: '/campaigns' }),
};

export const campaigns = { pages: [list, report], Bar: RestrictedCampaigns } satisfies ScreenFeature;
