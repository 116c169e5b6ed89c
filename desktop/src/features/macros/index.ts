import type { CoreFeature } from '../../core/feature.ts';
import { namesOf } from '../../core/outbox/command-words.ts';
import { macroHandlers } from './handlers.ts';

export const macros = {
  handlers: macroHandlers,
  words: {
    'macro.run': { text: ({ macroId }, store) => namesOf(store.all('macro'), [macroId]) },
  },
} satisfies CoreFeature;
