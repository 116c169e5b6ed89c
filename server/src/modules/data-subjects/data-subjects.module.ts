import type { Module } from '../../parts.ts';
import { dataSubjectRoutes } from './data-subjects.routes.ts';
import { erasures } from './erasures.job.ts';

export const dataSubjectsModule = {
  routes: [dataSubjectRoutes],
  jobs: (parts) => [erasures(parts)],
} satisfies Module;
