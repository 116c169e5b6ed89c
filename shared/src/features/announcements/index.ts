import { type Feature, failure } from '../../contract/feature.ts';

export const announcements = {
  errors: {
    ERR_NO_ANNOUNCEMENT_FOUND: failure(404),
    /** Neither a PNG nor a JPG, whatever its name says. */
    ERR_ANNOUNCEMENT_IMAGE: failure(415),
    ERR_TOO_MANY_ANNOUNCEMENTS: failure(409),
  },
  logged: ['announcement'],
} as const satisfies Feature;
