import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { UpdateNotice } from './update-notice.tsx';
import { UpdateGate } from './update-screen.tsx';

export const updates = {
  Bar: UpdateNotice,
  Gate: UpdateGate,
} satisfies ScreenFeature;
