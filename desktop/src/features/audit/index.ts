import type { CoreFeature } from '../../core/feature.ts';

export const audit = { words: { 'audit.opened': {} } } satisfies CoreFeature;
