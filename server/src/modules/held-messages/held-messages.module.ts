import type { Module } from '../../parts.ts';
import { heldMessageRoutes } from './held-messages.routes.ts';

export const heldMessagesModule = { routes: [heldMessageRoutes] } satisfies Module;
