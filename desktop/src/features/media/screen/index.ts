import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { NowPlaying } from './now-playing.tsx';

export const media = {
  Bar: NowPlaying,
  alsoIn: 'ownWindow',
} satisfies ScreenFeature;
