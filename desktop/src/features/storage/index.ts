import type { CoreFeature } from '../../core/feature.ts';
import { storageHandlers } from './handlers.ts';

export const storage = { handlers: storageHandlers } satisfies CoreFeature;
