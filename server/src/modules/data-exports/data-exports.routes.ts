import { FILE_LINK_HEADER } from '@balcao/shared/contract/limits.ts';
import { AppError } from '@balcao/shared/errors.ts';
import * as contracts from '@balcao/shared/features/data-subjects/exports.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { idsOfPerson } from '../contacts/contact-links.service.ts';
import * as contacts from '../contacts/contacts.service.ts';
import { contentDisposition } from '../media/media.headers.ts';
import * as exports from './data-exports.service.ts';
import { fileNameOf, ZIP } from './export-archive.ts';

interface Deps {
  db: Database;
  storage: Storage;
  clock: () => Date;
}

export function dataExportRoutes(app: FastifyInstance, { db, storage, clock }: Deps): void {
  register(app, contracts.exportContact, ({ params, body }, { tx, actor }) =>
    exports.ask(tx, actor, params, body.language, clock()),
  );
  register(app, contracts.exportNumber, ({ params, body }, { tx, actor }) =>
    exports.ask(tx, actor, params, body.language, clock()),
  );
  register(app, contracts.listExportsOfContact, async ({ params }, { tx, actor }) => {
    const { id } = await contacts.get(tx, actor, params.contactId);
    return exports.list(tx, actor, await idsOfPerson(tx, actor.companyId, id), [], clock());
  });
  register(app, contracts.listExportsOfNumber, ({ params }, { tx, actor }) =>
    exports.list(tx, actor, [], [params.number], clock()),
  );
  register(app, contracts.removeExport, ({ params }, { tx, actor }) =>
    exports.remove(tx, actor, params.exportId, clock()),
  );
  register(app, contracts.downloadExport, async ({ params }, { actor, request, reply }) => {
    const { exportId, partId: part } = params;
    const file = await db.withCompany(actor.companyId, (tx) =>
      exports.take(tx, actor, exportId, part, clock()),
    );
    const disposition = contentDisposition(ZIP, fileNameOf(file, part));
    const link = await storage.link(file.path, { type: ZIP, disposition });
    if (link !== null) return reply.header(FILE_LINK_HEADER, 'store').redirect(link);
    reply.headers({ 'content-type': ZIP, 'content-disposition': disposition });
    return sendFile({ request, reply }, file.size, (range) => storage.open(file.path, range).catch(missing));
  });
}

function missing(error: unknown): never {
  const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
  throw isGone ? new AppError('ERR_NO_DATA_EXPORT_FOUND', {}, { cause: error }) : error;
}
