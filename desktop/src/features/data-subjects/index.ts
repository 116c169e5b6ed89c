import type { CoreFeature } from '../../core/feature.ts';
import { dataSubjectHandlers } from './handlers.ts';

export const dataSubjects = { handlers: dataSubjectHandlers } satisfies CoreFeature;
