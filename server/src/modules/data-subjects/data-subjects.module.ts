import type { Module } from '../../parts.ts';
import { dataSubjectRoutes } from './data-subjects.routes.ts';

export const dataSubjectsModule = { routes: [dataSubjectRoutes] } satisfies Module;
