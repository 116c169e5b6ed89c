import type { CoreFeature } from '../../core/feature.ts';
import { announcementHandlers } from './handlers.ts';

export const announcements = { handlers: announcementHandlers } satisfies CoreFeature;
