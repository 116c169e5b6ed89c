import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';

export const retention = {
  settingsTab: {
    key: 'retention',
    title: 'retention:title',
    requires: ['retention:manage'],
    render: lazyPage(() => import('./retention-tab.tsx'), 'RetentionTab'),
  },
} satisfies ScreenFeature;
