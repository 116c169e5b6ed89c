import type { Module } from '../../parts.ts';
import { passkeyRoutes } from './passkeys.routes.ts';

export const passkeysModule = { routes: [passkeyRoutes] } satisfies Module;
