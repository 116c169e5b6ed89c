import type { CoreFeature } from '../../core/feature.ts';
import { messageHandlers } from './handlers.ts';
import { messageWords } from './words.ts';

export const messages = { handlers: messageHandlers, words: messageWords } satisfies CoreFeature;
