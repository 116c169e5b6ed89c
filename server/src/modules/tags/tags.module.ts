import type { Module } from '../../parts.ts';
import { tagRoutes } from './tags.routes.ts';

export const tagsModule: Module = { routes: [tagRoutes] };
