import type { Module } from '../../parts.ts';
import { channelNoticeRoutes } from './channel-notices.routes.ts';

export const channelNoticesModule: Module = { routes: [channelNoticeRoutes] };
