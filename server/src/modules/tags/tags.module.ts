import type { Module } from '../../parts.ts';
import { tagCommands } from './tags.commands.ts';
import { tagRoutes } from './tags.routes.ts';
import { tagEntity } from './tags.sync.ts';

export const tagsModule = {
  routes: [tagRoutes],
  entities: { tag: tagEntity },
  commands: tagCommands,
} satisfies Module;
