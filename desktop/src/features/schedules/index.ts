import type { CoreFeature } from '../../core/feature.ts';
import { scheduleHandlers } from './handlers.ts';
import { scheduleWords } from './words.ts';

export const schedules = { handlers: scheduleHandlers, words: scheduleWords } satisfies CoreFeature;
