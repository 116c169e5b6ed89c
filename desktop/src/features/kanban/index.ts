import type { CoreFeature } from '../../core/feature.ts';
import { kanbanHandlers } from './handlers.ts';

export const kanban = { handlers: kanbanHandlers } satisfies CoreFeature;
