import { z } from 'zod';
import { mediaView } from '../sync/entities.ts';
import { route } from './contract.ts';
import { uuid } from './fields.ts';

const params = z.object({ mediaId: uuid });

/**
 * Uploads a file under an id that the caller made; repeating the upload is harmless.
 * The type comes from the bytes, `x-file-name` (percent-encoded) only names it.
 */
export const uploadMedia = route({
  method: 'PUT',
  path: '/media/:mediaId',
  access: 'session',
  params,
  query: z.object({
    /** A voice note in OGG/Opus, which phones show as such; else the file is attached as it is. */
    voice: z.enum(['true', 'false']).optional(),
    seconds: z
      .string()
      .regex(/^\d{1,6}$/)
      .transform(Number)
      .optional(),
    /** 64 bytes in base64, each the loudness of its part from 0 to 100. */
    waveform: z
      .string()
      .regex(/^[A-Za-z0-9+/]{85}[A-Za-z0-9+/]=?=?$/)
      .optional(),
  }),
  rawBody: true,
  response: mediaView,
  status: 201,
  errors: ['ERR_BODY_TOO_LARGE', 'ERR_VALIDATION', 'ERR_IDEMPOTENCY_KEY_REUSED'],
});

/** The bytes of a file, for whoever may see its ticket. Supports ranges. */
export const downloadMedia = route({
  method: 'GET',
  path: '/media/:mediaId',
  access: 'session',
  params,
  errors: ['ERR_NO_MEDIA_FOUND', 'ERR_MEDIA_NOT_READY'],
});
