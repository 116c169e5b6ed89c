import { IconAdjustments } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';

const renderPage = lazyPage(() => import('./preferences-page.tsx'), 'PreferencesPage');

/** @param writing the habits of writing, which are the composer's */
export const pageWith = (writing: ReactNode): PageEntry => ({
  title: 'preferences:title',
  group: 'personal',
  path: '/preferences',
  detail: 'tab',
  icon: IconAdjustments,
  render: ({ detail }) => renderPage({ open: detail, writing }),
});
