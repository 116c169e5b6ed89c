import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';

export const privacy = {
  settingsTab: {
    key: 'privacy',
    title: 'privacy:title',
    requires: ['settings:manage'],
    render: lazyPage(() => import('./privacy-tab.tsx'), 'PrivacyTab'),
  },
} satisfies ScreenFeature;
