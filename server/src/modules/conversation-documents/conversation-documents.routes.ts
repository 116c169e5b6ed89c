import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { downloadConversation } from '@balcao/shared/features/messages/document.ts';
import { makeZip } from 'client-zip';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { contentDisposition } from '../media/media.headers.ts';
import { archiveName, entriesOf } from './archive.ts';
import { openConversation } from './conversation-documents.service.ts';

export function conversationDocumentRoutes(
  app: FastifyInstance,
  deps: { db: Database; storage: Storage; clock: () => Date },
): void {
  register(app, downloadConversation, async ({ params, query }, { actor, reply }) => {
    const conversation = await openConversation(deps, actor, params.ticketId, query.language);
    const type = 'application/zip';
    return reply
      .headers({
        'content-type': type,
        'content-disposition': contentDisposition(type, archiveName(conversation)),
      })
      .send(Readable.fromWeb(makeZip(entriesOf(deps, conversation)) as ReadableStream<Uint8Array>));
  });
}
