import type { CoreFeature } from '../../core/feature.ts';
import { accountHandlers } from './handlers.ts';

export const accounts = { handlers: accountHandlers } satisfies CoreFeature;
