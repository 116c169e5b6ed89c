import type { Handlers } from '../bridge/dispatcher.ts';
import type { CommandWords } from './outbox/command-words.ts';
import type { CoreServices } from './services/core-services.ts';

/** What a feature has in the core, which its screens reach through the bridge alone. */
export interface CoreFeature {
  /** Answers its calls. */
  handlers?(services: CoreServices): Partial<Handlers>;
  /** How the outbox tells of its commands. */
  words?: Partial<CommandWords>;
}
