import type { CoreFeature } from '../../core/feature.ts';
import { knowledgeHandlers } from './handlers.ts';

export const knowledge = { handlers: knowledgeHandlers } satisfies CoreFeature;
