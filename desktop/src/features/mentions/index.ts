import type { CoreFeature } from '../../core/feature.ts';
import { mentionHandlers } from './handlers.ts';

export const mentions = { handlers: mentionHandlers, words: { 'mention.read': {} } } satisfies CoreFeature;
