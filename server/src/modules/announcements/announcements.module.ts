import type { Module } from '../../parts.ts';
import { announcementNews } from './announcement-news.ts';
import { announcementRoutes } from './announcements.routes.ts';
import { announcementEntity } from './announcements.sync.ts';

export const announcementsModule = {
  routes: [announcementRoutes],
  jobs: (parts) => [announcementNews(parts)],
  entities: { announcement: announcementEntity },
} satisfies Module;
