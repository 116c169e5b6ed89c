import type { CoreFeature } from '../../core/feature.ts';
import { messagesApiHandlers } from './handlers.ts';

export const messagesApi = { handlers: messagesApiHandlers } satisfies CoreFeature;
