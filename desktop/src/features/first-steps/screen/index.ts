import type { ComponentType } from 'react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { given } from '../../../renderer/kit/given.ts';
import { Beginning } from './beginning.tsx';
import { TourCommand } from './tour-command.tsx';

/** @param NotificationCheck shows whether notifications arrive, which the preferences know */
export const firstSteps = (NotificationCheck: ComponentType) =>
  ({ Dialog: given(Beginning, { NotificationCheck }), PaletteSource: TourCommand }) satisfies ScreenFeature;
