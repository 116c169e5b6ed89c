import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';
import { Entrance, VISITOR_PATHS } from './entrance.tsx';
import { Profile } from './profile.tsx';
import { ProfileCommand } from './profile-command.tsx';

export const auth = {
  entrance: { Page: Entrance, paths: VISITOR_PATHS },
  Dialog: Profile,
  alsoIn: 'overdue',
  settingsTab: {
    key: 'company-account',
    title: 'settings:tabs.companyAccount',
    requires: ['settings:manage'],
    render: lazyPage(() => import('./oidc-tab.tsx'), 'OidcTab'),
  },
  PaletteSource: ProfileCommand,
} satisfies ScreenFeature;
