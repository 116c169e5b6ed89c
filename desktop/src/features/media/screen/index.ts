import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { Gallery } from './gallery.tsx';
import { MessageMedia } from './message-media.tsx';
import { NowPlaying } from './now-playing.tsx';

export const media = {
  Bar: NowPlaying,
  alsoIn: 'ownWindow',
} satisfies ScreenFeature;

/** What others draw of it. */
export const mediaParts = { MessageMedia, Gallery };
