import type { CoreFeature } from '../../core/feature.ts';
import { contactHandlers } from './handlers.ts';
import { contactWords } from './words.ts';

export const contacts = { handlers: contactHandlers, words: contactWords } satisfies CoreFeature;
