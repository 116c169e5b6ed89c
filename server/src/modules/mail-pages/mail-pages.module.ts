import type { Module } from '../../parts.ts';
import { mailPageRoutes } from './mail-pages.routes.ts';

export const mailPagesModule = { routes: [mailPageRoutes] } satisfies Module;
