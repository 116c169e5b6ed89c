import type { CoreFeature } from '../../core/feature.ts';
import { auditHandlers } from './handlers.ts';

export const audit = {
  handlers: auditHandlers,
  words: { 'audit.opened': {}, 'audit.sought': {} },
} satisfies CoreFeature;
