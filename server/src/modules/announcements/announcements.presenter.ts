import type { AnnouncementRow } from '@balcao/shared/features/announcements/row.ts';
import { announcementImagePath } from '@balcao/shared/features/announcements/rules.ts';
import type { AnnouncementRecord } from './announcements.repo.ts';

export function presentAnnouncement(record: AnnouncementRecord): AnnouncementRow {
  const { id, title, text, priority, status, imageName, mediaId, mediaName, createdAt, updatedAt } = record;
  const hasImage = mediaId !== null && imageName !== null;
  return {
    id,
    title,
    text,
    priority,
    status,
    mediaPath: hasImage ? announcementImagePath(imageName) : null,
    mediaName: hasImage ? mediaName : null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
