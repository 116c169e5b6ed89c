import type { Module } from '../../parts.ts';
import { channelNoticeRoutes } from './channel-notices.routes.ts';

export const channelNoticesModule = { routes: [channelNoticeRoutes] } satisfies Module;
