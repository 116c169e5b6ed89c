import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';

export const reports = {
  errors: {
    /** This server sends no mail. */
    ERR_NO_MAIL_SERVER: failure(409),
  },
  lists: ['report'],
  keyArea: 'figures',
} as const satisfies Feature;
