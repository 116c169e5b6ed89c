import { IconCalendarTime } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';

export const page: PageEntry = {
  title: 'schedules:title',
  group: 'service',
  path: '/schedules',
  icon: IconCalendarTime,
  plan: 'useSchedules',
  render: lazyPage(() => import('./schedules-page.tsx'), 'SchedulesPage'),
};
