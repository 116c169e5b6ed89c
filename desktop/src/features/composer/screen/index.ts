import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { WRITING_KEYS } from './writing-keys.ts';

export const composer = {
  shortcuts: [WRITING_KEYS],
} satisfies ScreenFeature;
