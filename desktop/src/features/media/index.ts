import type { CoreFeature } from '../../core/feature.ts';
import { mediaHandlers } from './handlers.ts';

export const media = { handlers: mediaHandlers } satisfies CoreFeature;
