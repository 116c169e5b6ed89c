import type { Module } from '../../parts.ts';
import { ratingRoutes } from './ratings.routes.ts';

export const ratingsModule = { routes: [ratingRoutes] } satisfies Module;
