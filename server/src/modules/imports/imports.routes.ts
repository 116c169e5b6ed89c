import * as contracts from '@balcao/shared/api/contact-imports.ts';
import type { FastifyInstance } from 'fastify';
import { afterCommit } from '../../platform/db/after-commit.ts';
import type { Tx } from '../../platform/db/client.ts';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { takeFile } from '../../platform/http/multipart.ts';
import { register } from '../../platform/http/route.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { idOfCall } from '../media/attached.ts';
import type { MediaService } from '../media/media.service.ts';
import * as repo from './imports.repo.ts';
import * as imports from './imports.service.ts';
import { readSpreadsheet } from './spreadsheet.ts';

export function contactImportRoutes(
  app: FastifyInstance,
  {
    media,
    storage,
    poke,
  }: {
    media: Pick<MediaService, 'find'>;
    storage: Storage;
    /** Some rows are to be taken. */
    poke(): void;
  },
): void {
  const started = (tx: Tx) => afterCommit(tx, poke);

  register(app, contracts.uploadContacts, async ({ body }, { actor }) => {
    const file = await media.find(actor, body.mediaId);
    const bytes = await storage.open(file.path);
    // What was refused is not read to its end.
    const sheet = await readSpreadsheet(actor.companyId, bytes).finally(() => bytes.destroy());
    return (tx) => imports.draft(tx, actor, file.name, sheet);
  });
  register(app, contracts.importContacts, async (_input, { actor, request, bytes }) => {
    const [fileName, sheet] = await takeFile(
      request,
      bytes,
      async (file) => [file.name || 'import', await readSpreadsheet(actor.companyId, file.bytes)] as const,
    );
    const what = { id: idOfCall(actor, request), fileName };
    return (tx) => {
      started(tx);
      return imports.takeOver(tx, actor, what, sheet);
    };
  });
  register(app, contracts.listPhoneContacts, async ({ query }, { tx, actor }) => {
    const { companyId } = actor;
    const { searchParam, pageNumber, after } = query;
    const rows = await repo.listPhoneContacts(tx, companyId, searchParam, pageAt(pageNumber, after));
    const { shown, ...more } = pageOf(rows, ({ sortName, id }) => JSON.stringify([sortName, id]));
    return {
      people: shown,
      total: after ? null : await repo.countPhoneContacts(tx, companyId, searchParam),
      ...more,
    };
  });
  register(app, contracts.importFromPhone, ({ body = {} }, { tx, actor }) => {
    started(tx);
    return imports.fromPhone(tx, actor, body);
  });
  register(app, contracts.startImport, ({ params, body }, { tx, actor }) => {
    started(tx);
    return imports.start(tx, actor, params.importId, body);
  });
  register(app, contracts.cancelImport, ({ params }, { tx, actor }) =>
    imports.cancel(tx, actor, params.importId),
  );
  register(app, contracts.listImports, async ({ query }, { tx, actor }) => {
    const rows = await repo.list(tx, actor.companyId, pageAt(query.pageNumber, query.after));
    const { shown, ...more } = pageOf(rows, ({ id }) => id);
    return { imports: shown.map(imports.presentImport), ...more };
  });
  register(app, contracts.getImport, ({ params }, { tx, actor }) => imports.get(tx, actor, params.importId));
  register(app, contracts.listImportProblems, async ({ params, query }, { tx, actor }) => {
    orNotFound(await repo.find(tx, actor.companyId, params.importId), 'ERR_NO_IMPORT_FOUND');
    const { pageNumber, after } = query;
    const page = { ...pageAt(pageNumber, after), after: after ?? 0 };
    const rows = await repo.problems(tx, actor.companyId, params.importId, page);
    const { shown, ...more } = pageOf(rows, ({ row }) => String(row));
    return { problems: shown, ...more };
  });
}
