import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { LockedNotice } from './locked-notice.tsx';

export const storage = {
  Bar: LockedNotice,
} satisfies ScreenFeature;
