import type { CoreFeature } from '../../core/feature.ts';
import { connectionHandlers } from './handlers.ts';

export const connections = { handlers: connectionHandlers } satisfies CoreFeature;
