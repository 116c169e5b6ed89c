import { IconAdjustments } from '@tabler/icons-react';
import { type ComponentType, createElement } from 'react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';
import { NotificationCheck } from './notification-check.tsx';

const renderPage = lazyPage(() => import('./preferences-page.tsx'), 'PreferencesPage');

/** @param Writing the habits of writing, which are the composer's */
export const preferences = (Writing: ComponentType) =>
  ({
    pages: [
      {
        title: 'preferences:title',
        group: 'personal',
        path: '/preferences',
        offline: true,
        detail: 'tab',
        icon: IconAdjustments,
        render: ({ detail }) => renderPage({ open: detail, writing: createElement(Writing) }),
      },
    ],
  }) satisfies ScreenFeature;

/** What others draw of it. */
export const preferenceParts = { NotificationCheck };
