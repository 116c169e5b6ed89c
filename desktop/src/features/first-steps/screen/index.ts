import type { ComponentType } from 'react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { given } from '../../../renderer/kit/given.ts';
import { FirstSteps } from './first-steps.tsx';

/** @param NotificationCheck shows whether notifications arrive, which the preferences know */
export const firstSteps = (NotificationCheck: ComponentType) =>
  ({ Dialog: given(FirstSteps, { NotificationCheck }) }) satisfies ScreenFeature;
