import type { Module } from '../../parts.ts';
import { mentionCommands } from './mentions.commands.ts';
import { mentionRoutes } from './mentions.routes.ts';
import { mentionEntity } from './mentions.sync.ts';

export const mentionsModule = {
  routes: [mentionRoutes],
  entities: { mention: mentionEntity },
  commands: () => mentionCommands,
} satisfies Module;
