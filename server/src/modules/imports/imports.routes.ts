import * as contracts from '@balcao/shared/api/contact-imports.ts';
import { PAGE_SIZE } from '@balcao/shared/constants.ts';
import type { FastifyInstance } from 'fastify';
import { afterCommit } from '../../platform/db/after-commit.ts';
import type { Tx } from '../../platform/db/client.ts';
import { pageOf } from '../../platform/db/page.ts';
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
    const rows = await repo.listPhoneContacts(tx, companyId, searchParam, pageOf(pageNumber, after));
    const hasMore = rows.length > PAGE_SIZE;
    const people = rows.slice(0, PAGE_SIZE);
    const last = people.at(-1);
    return {
      people,
      total: after ? null : await repo.countPhoneContacts(tx, companyId, searchParam),
      hasMore,
      next: hasMore && last ? JSON.stringify([last.sortName, last.id]) : null,
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
    const rows = await repo.list(tx, actor.companyId, pageOf(query.pageNumber, query.after));
    const hasMore = rows.length > PAGE_SIZE;
    const page = rows.slice(0, PAGE_SIZE).map(imports.presentImport);
    return { imports: page, hasMore, next: hasMore ? (page.at(-1)?.id ?? null) : null };
  });
  register(app, contracts.getImport, ({ params }, { tx, actor }) => imports.get(tx, actor, params.importId));
  register(app, contracts.listImportProblems, async ({ params, query }, { tx, actor }) => {
    orNotFound(await repo.find(tx, actor.companyId, params.importId), 'ERR_NO_IMPORT_FOUND');
    const { pageNumber = 1, after } = query;
    const offset = after === undefined ? (Math.max(pageNumber, 1) - 1) * PAGE_SIZE : 0;
    const page = { offset, limit: PAGE_SIZE + 1, after: after ?? 0 };
    const rows = await repo.problems(tx, actor.companyId, params.importId, page);
    const hasMore = rows.length > PAGE_SIZE;
    const problems = rows.slice(0, PAGE_SIZE);
    return { problems, hasMore, next: hasMore ? String(problems.at(-1)?.row) : null };
  });
}
