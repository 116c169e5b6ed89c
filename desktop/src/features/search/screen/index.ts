import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { CommandPalette } from './command-palette.tsx';

export const search = {
  Palette: CommandPalette,
} satisfies ScreenFeature;
