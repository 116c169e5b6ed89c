import type { Module } from '../../parts.ts';
import { macroCommands } from './macros.commands.ts';
import { macroRoutes } from './macros.routes.ts';
import { macroEntity } from './macros.sync.ts';

export const macrosModule = {
  routes: [macroRoutes],
  commands: macroCommands,
  entities: { macro: macroEntity },
} satisfies Module;
