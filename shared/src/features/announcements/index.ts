import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import { ANNOUNCEMENT_METHODS } from './bridge.ts';
import * as row from './row.ts';

export const announcements = {
  errors: {
    ERR_NO_ANNOUNCEMENT_FOUND: failure(404),
    /** Neither a PNG nor a JPG, whatever its name says. */
    ERR_ANNOUNCEMENT_IMAGE: failure(415),
    ERR_TOO_MANY_ANNOUNCEMENTS: failure(409),
  },
  logged: ['announcement'],
  permissions: {
    /** What all companies are told. */
    'announcements:manage': ['super'],
  },
  rows: [row.announcementRow],
  models: row,
  bridge: ANNOUNCEMENT_METHODS,
} as const satisfies Feature;
