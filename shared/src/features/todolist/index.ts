import type { Feature } from '../../contract/feature.ts';
import { TODO_METHODS } from './bridge.ts';

export const todolist = {
  bridge: TODO_METHODS,
} as const satisfies Feature;
