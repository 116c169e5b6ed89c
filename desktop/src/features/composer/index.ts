import type { CoreFeature } from '../../core/feature.ts';
import type { CoreServices } from '../../core/services/core-services.ts';
import { aiHelpHandlers } from './ai-help-handlers.ts';
import { draftHandlers } from './draft-handlers.ts';
import { composerHandlers } from './handlers.ts';

export const composer = {
  handlers: (services: CoreServices) => ({
    ...draftHandlers(services),
    ...composerHandlers(services),
    ...aiHelpHandlers(services),
  }),
} satisfies CoreFeature;
