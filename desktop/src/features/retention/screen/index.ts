import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';
import { HoldDialog } from './hold-dialog.tsx';
import { RetentionCommand } from './retention-command.tsx';

export const retention = {
  settingsTab: {
    key: 'retention',
    title: 'retention:title',
    requires: ['retention:manage'],
    render: lazyPage(() => import('./retention-tab.tsx'), 'RetentionTab'),
  },
  Dialog: HoldDialog,
  PaletteSource: RetentionCommand,
} satisfies ScreenFeature;
