import { IconSpeakerphone } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../kit/pages.ts';

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
  path: '/campaigns',
  render: lazyPage(() => import('./campaigns-page.tsx'), 'CampaignsPage'),
};

export const reportPage: PageEntry = {
  ...shared,
  group: null,
  path: '/campaign',
  detail: 'id',
  ending: 'report',
  render: ({ user, detail }) => renderReport({ user, id: Number(detail) }),
};
