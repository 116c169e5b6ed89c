import type { Readable } from 'node:stream';
import type { Actor } from '@balcao/shared/permissions.ts';
import type { MediaView } from '@balcao/shared/sync/entities.ts';
import type { FastifyRequest } from 'fastify';
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import { takeFile } from '../../platform/http/multipart.ts';
import type { MediaService } from './media.service.ts';

/** Chosen, not spoken, and sent at once. */
const WHOLE = {
  recording: { voice: false, seconds: null, waveform: null },
  sha256: null,
  range: null,
};
const NAMESPACE = '7f9c1c0e-5f0b-4b53-9d0e-0d6a8f2b7c11';

/** Of what a call with a file makes: with an `Idempotency-Key` always the same, so that its repetition finds it. */
export function idOfCall({ userId }: Actor, request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string'
    ? uuidv5(`${userId} ${request.method} ${request.url} ${key}`, NAMESPACE)
    : uuidv7();
}

/** Keeps the file of a `media-upload` call. */
export function uploadAttached(
  media: MediaService,
  actor: Actor,
  { request, bytes }: { request: FastifyRequest; bytes: Readable },
): Promise<MediaView> {
  const id = idOfCall(actor, request);
  return takeFile(request, bytes, (file) => media.upload(actor, { id, ...file, ...WHOLE }));
}
