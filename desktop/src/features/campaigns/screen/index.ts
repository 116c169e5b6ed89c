import { IconSpeakerphone } from '@tabler/icons-react';
import { createElement } from 'react';
import { Redirect } from 'wouter';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';

const renderReport = lazyPage(() => import('./report-page.tsx'), 'ReportPage');

const shared = {
  title: 'campaigns:title',
  icon: IconSpeakerphone,
  requires: ['campaigns:manage'],
  plan: 'useCampaigns',
} as const satisfies Partial<PageEntry>;

export const page: PageEntry = {
  ...shared,
  group: 'administration',
  campaigns: 'list',
  path: '/campaigns',
  also: '/campaign',
  render: lazyPage(() => import('./campaigns-page.tsx'), 'CampaignsPage'),
};

export const reportPage: PageEntry = {
  ...shared,
  group: null,
  path: '/campaign',
  detail: 'id',
  tail: true,
  render: ({ user, detail }) =>
    detail ? renderReport({ user, id: Number(detail) }) : createElement(Redirect, { to: '/campaigns' }),
};
