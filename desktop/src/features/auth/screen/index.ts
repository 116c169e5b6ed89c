import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { Entrance, VISITOR_PATHS } from './entrance.tsx';
import { ProfileCommand } from './profile-command.tsx';
import { ProfileDialog } from './profile-dialog.tsx';

export const auth = {
  entrance: { Page: Entrance, paths: VISITOR_PATHS },
  Dialog: ProfileDialog,
  alsoIn: 'overdue',
  PaletteSource: ProfileCommand,
} satisfies ScreenFeature;
