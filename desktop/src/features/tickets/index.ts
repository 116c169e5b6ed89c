import type { CoreFeature } from '../../core/feature.ts';
import { ticketHandlers } from './handlers.ts';
import { ticketWords } from './words.ts';

export const tickets = { handlers: ticketHandlers, words: ticketWords } satisfies CoreFeature;
