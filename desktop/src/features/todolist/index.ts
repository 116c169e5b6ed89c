import type { CoreFeature } from '../../core/feature.ts';
import { todoHandlers } from './handlers.ts';

export const todolist = { handlers: todoHandlers } satisfies CoreFeature;
