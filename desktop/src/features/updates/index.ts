import type { CoreFeature } from '../../core/feature.ts';
import { updateHandlers } from './handlers.ts';

export const updates = { handlers: updateHandlers } satisfies CoreFeature;
