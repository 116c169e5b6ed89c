import { IconScale } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';
import { AwayBar } from './away-bar.tsx';
import { AwayCommands } from './away-commands.tsx';
import { OwnAwayDialog } from './away-dialog.tsx';

const renderPage = lazyPage(() => import('./team-load-page.tsx'), 'TeamLoadPage');

export const assignment = {
  pages: [
    {
      title: 'assignment:title',
      group: 'management',
      path: '/team-load',
      detail: 'id',
      icon: IconScale,
      requires: ['assignment:manage'],
      render: ({ detail }) => renderPage({ opened: detail ? Number(detail) : null }),
    },
  ],
  Bar: AwayBar,
  Dialog: OwnAwayDialog,
  PaletteSource: AwayCommands,
} satisfies ScreenFeature;
