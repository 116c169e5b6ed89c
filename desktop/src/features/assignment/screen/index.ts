import { IconScale } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';
import { AwayBar } from './away-bar.tsx';
import { AwayCommands } from './away-commands.tsx';
import { OwnAwayDialog } from './away-dialog.tsx';

export const assignment = {
  pages: [
    {
      title: 'assignment:title',
      group: 'management',
      path: '/team-load',
      icon: IconScale,
      requires: ['assignment:manage'],
      render: lazyPage(() => import('./team-load-page.tsx'), 'TeamLoadPage'),
    },
  ],
  Bar: AwayBar,
  Dialog: OwnAwayDialog,
  PaletteSource: AwayCommands,
} satisfies ScreenFeature;
