import type { Readable } from 'node:stream';
import type { Actor } from '@balcao/shared/permissions.ts';
import type { MediaView } from '@balcao/shared/sync/entities.ts';
import type { FastifyRequest } from 'fastify';
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import { keyOf } from '../../platform/http/idempotency.ts';
import { takeFile } from '../../platform/http/multipart.ts';
import type { MediaService } from './media.service.ts';

const NAMESPACE = '7f9c1c0e-5f0b-4b53-9d0e-0d6a8f2b7c11';

/**
 * Of what a call with a file makes: with an `Idempotency-Key` always the same, so that its repetition finds it.
 * ERR_VALIDATION for a key that is none.
 */
export function idOfCall({ userId }: Actor, request: FastifyRequest): string {
  const key = keyOf(request.headers['idempotency-key']);
  return key === undefined
    ? uuidv7()
    : uuidv5(`${userId} ${request.method} ${request.url} ${key}`, NAMESPACE);
}

/** Keeps the file of a `media-upload` call. ERR_IDEMPOTENCY_KEY_REUSED for another one under the key. */
export function uploadAttached(
  media: MediaService,
  actor: Actor,
  { request, bytes }: { request: FastifyRequest; bytes: Readable },
): Promise<MediaView> {
  const id = idOfCall(actor, request);
  return takeFile(request, bytes, (file) => media.attach(actor, { id, ...file }));
}
