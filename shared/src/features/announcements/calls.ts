import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { idText, pageNumber, searchParam, uuid } from '../../contract/fields.ts';
import { announcement, PRIORITIES } from './row.ts';
import { ANNOUNCEMENT_LIMITS } from './rules.ts';

/** Announcements are the platform's: its operators write them, the people of all companies read the active ones. */

const { titleChars, textChars } = ANNOUNCEMENT_LIMITS;

const fields = z.object({
  title: z.string().trim().min(titleChars.min).max(titleChars.max),
  text: z.string().trim().min(textChars.min).max(textChars.max),
  /** 1 high, 2 medium, 3 low, which is the default. */
  priority: z.literal(PRIORITIES).optional(),
  status: z.boolean().optional(),
  /** A PNG or JPG that the caller has uploaded; null takes the picture away. */
  mediaId: uuid.nullable().optional(),
});
export type AnnouncementFields = z.output<typeof fields>;

const params = z.object({ announcementId: idText });
const managed = { access: 'announcements:manage', rows: 'system' } as const;
const missing = 'ERR_NO_ANNOUNCEMENT_FOUND';
const refused = [
  'ERR_NO_MEDIA_FOUND',
  'ERR_MEDIA_NOT_READY',
  'ERR_ANNOUNCEMENT_IMAGE',
  'ERR_TOO_MANY_ANNOUNCEMENTS',
] as const;

/** The newest first; the inactive ones to those alone who write them. */
export const listAnnouncements = route({
  method: 'GET',
  path: '/announcements',
  access: 'session',
  screen: true,
  query: z.object({ searchParam, pageNumber }),
  response: z.object({ records: z.array(announcement), hasMore: z.boolean(), count: z.int() }),
});

/** The newest ones, without pages. */
export const listAnnouncementChoices = route({
  method: 'GET',
  path: '/announcements/list',
  access: 'session',
  query: z.object({ searchParam }),
  response: z.array(announcement),
});

export const getAnnouncement = route({
  method: 'GET',
  path: '/announcements/:announcementId',
  access: 'session',
  screen: true,
  params,
  response: announcement,
  errors: [missing],
});

export const createAnnouncement = route({
  ...managed,
  method: 'POST',
  path: '/announcements',
  screen: true,
  body: fields,
  response: announcement,
  status: 201,
  errors: refused,
});

export const updateAnnouncement = route({
  ...managed,
  method: 'PUT',
  path: '/announcements/:announcementId',
  screen: true,
  params,
  body: fields.partial(),
  response: announcement,
  errors: [missing, ...refused],
});

export const deleteAnnouncement = route({
  ...managed,
  method: 'DELETE',
  path: '/announcements/:announcementId',
  screen: true,
  params,
  status: 204,
  errors: [missing],
});

/** A PNG or JPG, as multipart/form-data in `file`, or as the body itself. */
export const uploadAnnouncementImage = route({
  ...managed,
  method: 'POST',
  path: '/announcements/:announcementId/media-upload',
  waitsFor: 'outside',
  params,
  rawBody: true,
  uploadField: 'file',
  response: announcement,
  errors: [missing, 'ERR_ANNOUNCEMENT_IMAGE', 'ERR_BODY_TOO_LARGE', 'ERR_IDEMPOTENCY_KEY_REUSED'],
});

export const removeAnnouncementImage = route({
  ...managed,
  method: 'DELETE',
  path: '/announcements/:announcementId/media-upload',
  params,
  response: announcement,
  errors: [missing],
});

/** The picture of an announcement, for whoever knows its name. */
export const downloadAnnouncementImage = route({
  method: 'GET',
  path: '/public/announcements/:imageName',
  access: 'public',
  waitsFor: 'outside',
  params: z.object({ imageName: uuid }),
  errors: ['ERR_NO_MEDIA_FOUND'],
});

/** The same, small. */
export const downloadAnnouncementThumbnail = route({
  ...downloadAnnouncementImage,
  path: '/public/announcements/:imageName/thumbnail',
  errors: ['ERR_NO_MEDIA_FOUND', 'ERR_MEDIA_CORRUPT', 'ERR_UNAVAILABLE'],
});
