import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import * as row from './row.ts';

export const media = {
  errors: {
    ERR_NO_MEDIA_FOUND: failure(404),
    ERR_MEDIA_NOT_READY: failure(409, true),
    ERR_MEDIA_CORRUPT: failure(422),
    /** The part of a file does not follow what is there: go on from `received`. */
    ERR_UPLOAD_OFFSET: failure(409, true),
    /** The company has stored as much as the operator lets it. */
    ERR_MEDIA_QUOTA: failure(413),
    ERR_WAPP_DOWNLOAD_MEDIA: failure(502, true),
  },
  keyArea: 'messages',
  models: row,
} as const satisfies Feature;
