import type { CoreFeature } from '../../core/feature.ts';
import { chatHandlers } from './handlers.ts';
import { chatWords } from './words.ts';

export const chats = { handlers: chatHandlers, words: chatWords } satisfies CoreFeature;
