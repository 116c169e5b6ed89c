import type { Readable } from 'node:stream';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { FastifyRequest } from 'fastify';
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { keyOf } from '../../platform/http/idempotency.ts';
import { takeFile, takeFiles } from '../../platform/http/multipart.ts';
import type { MediaService } from './media.service.ts';

const NAMESPACE = '7f9c1c0e-5f0b-4b53-9d0e-0d6a8f2b7c11';

/**
 * The id of what a call with a file makes: with an `Idempotency-Key` always the same, so that its repetition finds it.
 * ERR_VALIDATION for a key that is none.
 *
 * @param place tells apart what one call makes several of
 */
export function idOfCall({ userId }: Actor, request: FastifyRequest, place = ''): string {
  const key = keyOf(request.headers['idempotency-key']);
  return key === undefined
    ? uuidv7()
    : uuidv5(`${userId} ${request.method} ${request.url} ${key}${place}`, NAMESPACE);
}

/**
 * Keeps the file of a `media-upload` call, for `carrier`, which throws when there is none. @returns the file's id.
 * ERR_IDEMPOTENCY_KEY_REUSED for another one under the key.
 */
export async function uploadAttached(
  { db, media }: { db: Database; media: MediaService },
  { actor, request, bytes }: { actor: Actor; request: FastifyRequest; bytes: Readable },
  carrier: (tx: Tx) => Promise<unknown>,
): Promise<string> {
  await db.readCompany(actor.companyId, carrier);
  const id = idOfCall(actor, request);
  const file = await takeFile(request, bytes, (taken) => media.attach(actor, { id, ...taken }));
  return file.id;
}

/** The same of several files. @returns their ids in the order of the form, and its fields */
export async function uploadAllAttached(
  { db, media }: { db: Database; media: MediaService },
  { actor, request, bytes }: { actor: Actor; request: FastifyRequest; bytes: Readable },
  most: number,
  carrier: (tx: Tx) => Promise<unknown>,
): Promise<{ mediaIds: string[]; fields: Map<string, string[]> }> {
  await db.readCompany(actor.companyId, carrier);
  const { files, fields } = await takeFiles(request, bytes, most, (taken, index) =>
    media.attach(actor, { id: idOfCall(actor, request, ` ${index}`), ...taken }),
  );
  return { mediaIds: files.map(({ id }) => id), fields };
}
