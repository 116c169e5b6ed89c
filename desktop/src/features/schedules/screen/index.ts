import { IconCalendarCancel, IconCalendarTime } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';

export const schedules = {
  pages: [
    {
      title: 'schedules:title',
      group: 'service',
      path: '/schedules',
      icon: IconCalendarTime,
      plan: 'useSchedules',
      render: lazyPage(() => import('./schedules-page.tsx'), 'SchedulesPage'),
    },
  ],
  Dialog: ScheduleDialog,
  alsoIn: 'ownWindow',
  commandIcons: {
    'schedule.create': IconCalendarTime,
    'schedule.update': IconCalendarTime,
    'schedule.cancel': IconCalendarCancel,
  },
} satisfies ScreenFeature;
