import type { CoreFeature } from '../../core/feature.ts';
import { outboxHandlers } from './handlers.ts';

export const outbox = { handlers: outboxHandlers } satisfies CoreFeature;
