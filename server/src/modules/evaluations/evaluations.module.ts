import type { Module } from '../../parts.ts';
import { evaluationCalls } from './evaluation-calls.ts';
import { evaluationRoutes } from './evaluations.routes.ts';

export const evaluationsModule = {
  routes: [evaluationRoutes],
  calls: (parts) => [evaluationCalls(parts)],
} satisfies Module;
