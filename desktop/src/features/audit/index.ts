import type { CoreFeature } from '../../core/feature.ts';

export const audit = { words: { 'audit.opened': {}, 'audit.sought': {} } } satisfies CoreFeature;
