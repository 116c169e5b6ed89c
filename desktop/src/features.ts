import type { Handlers } from './bridge/dispatcher.ts';
import type { CoreFeature } from './core/feature.ts';
import type { CommandWords } from './core/outbox/command-words.ts';
import type { CoreServices } from './core/services/core-services.ts';
import { engineHandlers } from './core/services/engine-handlers.ts';
import { accounts } from './features/accounts/index.ts';
import { announcements } from './features/announcements/index.ts';
import { audit } from './features/audit/index.ts';
import { chats } from './features/chats/index.ts';
import { composer } from './features/composer/index.ts';
import { connections } from './features/connections/index.ts';
import { contacts } from './features/contacts/index.ts';
import { dataSubjects } from './features/data-subjects/index.ts';
import { kanban } from './features/kanban/index.ts';
import { knowledge } from './features/knowledge/index.ts';
import { macros } from './features/macros/index.ts';
import { media } from './features/media/index.ts';
import { mentions } from './features/mentions/index.ts';
import { messages } from './features/messages/index.ts';
import { messagesApi } from './features/messages-api/index.ts';
import { outbox } from './features/outbox/index.ts';
import { schedules } from './features/schedules/index.ts';
import { storage } from './features/storage/index.ts';
import { ticketNotes } from './features/ticket-notes/index.ts';
import { tickets } from './features/tickets/index.ts';
import { todolist } from './features/todolist/index.ts';
import { updates } from './features/updates/index.ts';

/** Every feature that has a part in the core. */
const FEATURES = [
  accounts,
  announcements,
  audit,
  chats,
  composer,
  connections,
  contacts,
  dataSubjects,
  kanban,
  knowledge,
  macros,
  media,
  mentions,
  messages,
  messagesApi,
  outbox,
  schedules,
  storage,
  ticketNotes,
  tickets,
  todolist,
  updates,
] as const;

type AllOf<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer A) => void ? A : never;
type Listed = (typeof FEATURES)[number];
type HandlersIn = ReturnType<Extract<Listed, { handlers: object }>['handlers']>;
type WordsIn = Extract<Listed, { words: object }>['words'];

/** Everything that a screen may call. A method without a handler does not compile. */
export const createHandlers = (services: CoreServices): Handlers => ({
  ...engineHandlers(services),
  ...(Object.assign(
    {},
    ...FEATURES.map((feature: CoreFeature) => feature.handlers?.(services)),
  ) as AllOf<HandlersIn>),
});

/** A command without its words does not compile. */
export const COMMAND_WORDS: CommandWords = Object.assign(
  {},
  ...FEATURES.map((feature: CoreFeature) => feature.words),
) as AllOf<WordsIn>;
