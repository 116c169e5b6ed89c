import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { uuid } from '../../contract/fields.ts';
import { mediaView } from './row.ts';

/** Files, which messages and others carry. */

const params = z.object({ mediaId: uuid });

/**
 * Uploads a file under an id that the caller made; repeating the upload is harmless. The type comes from the bytes,
 * `x-file-name` (percent-encoded) only names it. With `content-range: bytes <first>-<last>/<total>` the file may come in
 * pieces, and after a cut from where it broke off: as long as it is not whole, the answer is `pending` with the bytes
 * that are there as `size`. `x-sha256` (hex) is compared when it is.
 */
export const uploadMedia = route({
  method: 'PUT',
  path: '/media/:mediaId',
  access: 'session',
  noted: 'conversation',
  waitsFor: 'outside',
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
  errors: [
    'ERR_BODY_TOO_LARGE',
    'ERR_VALIDATION',
    'ERR_IDEMPOTENCY_KEY_REUSED',
    'ERR_UNSUPPORTED_MEDIA_TYPE',
    'ERR_UPLOAD_OFFSET',
    'ERR_MEDIA_CORRUPT',
    'ERR_MEDIA_QUOTA',
    'ERR_TOO_MANY_REQUESTS',
  ],
});

/** How much of a file has come, in bytes; `complete` once nothing more is needed. */
export const uploadedMedia = route({
  method: 'GET',
  path: '/media/:mediaId/upload',
  access: 'session',
  waitsFor: 'outside',
  params,
  response: z.object({ received: z.int().nonnegative(), complete: z.boolean() }),
  errors: ['ERR_IDEMPOTENCY_KEY_REUSED'],
});

/** The bytes of a file, for users who may see its ticket. Supports ranges. */
export const downloadMedia = route({
  method: 'GET',
  path: '/media/:mediaId',
  access: 'session',
  waitsFor: 'outside',
  params,
  errors: ['ERR_NO_MEDIA_FOUND', 'ERR_MEDIA_NOT_READY', 'ERR_WAPP_DOWNLOAD_MEDIA'],
});

/** A picture in at most 640 pixels, as WebP; small pictures as they are. */
export const downloadThumbnail = route({
  method: 'GET',
  path: '/media/:mediaId/thumbnail',
  access: 'session',
  noted: 'conversation',
  waitsFor: 'outside',
  params,
  errors: ['ERR_NO_MEDIA_FOUND', 'ERR_MEDIA_NOT_READY', 'ERR_WAPP_DOWNLOAD_MEDIA', 'ERR_MEDIA_CORRUPT'],
});

/**
 * The same bytes under a signed address with an expiry: the `mediaUrl` of messages. It names no user, so
 * until then it also opens for users who were deleted or removed from the queue; blocking the company closes it.
 */
export const downloadByLink = route({
  method: 'GET',
  path: '/media/:mediaId/:link',
  access: 'public',
  waitsFor: 'outside',
  params: params.extend({ link: z.string().regex(/^\d{1,15}\.\d{1,12}\.[\w-]{43}$/) }),
  errors: ['ERR_NO_MEDIA_FOUND', 'ERR_NO_PERMISSION', 'ERR_COMPANY_BLOCKED'],
});

/** Fetches a received file again that could not be fetched; nothing happens when it could. */
export const retryMedia = route({
  method: 'POST',
  path: '/media/:mediaId/retry',
  access: 'session',
  params,
  response: mediaView,
  errors: ['ERR_NO_MEDIA_FOUND'],
});
