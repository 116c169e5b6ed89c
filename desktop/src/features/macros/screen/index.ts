import { IconPlaylistAdd } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';
import { MacroButton } from './macro-button.tsx';
import { MacroCommands } from './macro-commands.tsx';
import { MacroPicker } from './macro-picker.tsx';

export const macros = {
  pages: [
    {
      title: 'macros:title',
      group: 'rules',
      path: '/macros',
      icon: IconPlaylistAdd,
      render: lazyPage(() => import('./macros-page.tsx'), 'MacrosPage'),
    },
  ],
  Dialog: MacroPicker,
  alsoIn: 'ownWindow',
  PaletteSource: MacroCommands,
  commandIcons: { 'macro.run': IconPlaylistAdd },
} satisfies ScreenFeature;

/** What others draw of it. */
export const macroParts = { MacroButton };
