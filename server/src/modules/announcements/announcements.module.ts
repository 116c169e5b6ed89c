import type { Module } from '../../parts.ts';
import { announcementNews } from './announcement-news.ts';
import { announcementRoutes } from './announcements.routes.ts';

export const announcementsModule: Module = {
  routes: [announcementRoutes],
  jobs: (parts) => [announcementNews(parts)],
};
