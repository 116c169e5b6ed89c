import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { Composer } from './composer.tsx';
import { RecorderBar } from './voice/recorder-bar.tsx';
import { WritingChoices } from './writing-choices.tsx';
import { WRITING_KEYS } from './writing-keys.ts';

export const composer = {
  shortcuts: [WRITING_KEYS],
} satisfies ScreenFeature;

/** What others draw of it. */
export const composerParts = { Composer, RecorderBar, WritingChoices };
