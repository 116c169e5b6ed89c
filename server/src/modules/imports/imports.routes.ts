import type { Readable } from 'node:stream';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import * as ofLists from '@balcao/shared/features/contact-lists/imports.ts';
import * as contracts from '@balcao/shared/features/contacts/imports.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { afterCommit } from '../../platform/db/after-commit.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { takeFile } from '../../platform/http/multipart.ts';
import { register } from '../../platform/http/route.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { idOfCall } from '../media/attached.ts';
import type { MediaService } from '../media/media.service.ts';
import type { FileKind } from './file-kind.ts';
import * as repo from './imports.repo.ts';
import * as imports from './imports.service.ts';
import { readSpreadsheet, type Spreadsheet } from './spreadsheet.ts';

type ImportTarget = repo.ImportTarget;

interface ImportDeps {
  media: Pick<MediaService, 'find'>;
  storage: Storage;
  /** Some rows are to be taken. */
  poke(): void;
}

export function contactImportRoutes(app: FastifyInstance, { poke, ...files }: ImportDeps): void {
  const started = (tx: Tx) => afterCommit(tx, poke);

  register(app, contracts.uploadContacts, async ({ body }, { actor }) => {
    const [fileName, sheet] = await readUploaded(files, actor, body);
    return (tx) => imports.draft(tx, actor, null, fileName, sheet);
  });
  register(app, contracts.importContacts, async (_input, { actor, request, bytes }) => {
    const [name, sheet] = await readSent(actor, request, bytes, ANY_FILE);
    return (tx) => {
      started(tx);
      return imports.takeOver(tx, actor, null, name, sheet);
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
    return imports.start(tx, actor, null, params.importId, body);
  });
  register(app, contracts.cancelImport, ({ params }, { tx, actor }) =>
    imports.cancel(tx, actor, null, params.importId),
  );
  register(app, contracts.listImports, ({ query }, { tx, actor }) => pageOfImports(tx, actor, null, query));
  register(app, contracts.getImport, ({ params }, { tx, actor }) =>
    imports.get(tx, actor, null, params.importId),
  );
  register(app, contracts.listImportProblems, ({ params, query }, { tx, actor }) =>
    pageOfProblems(tx, actor, null, params.importId, query),
  );
}

/** The same into a list. */
export function listImportRoutes(
  app: FastifyInstance,
  { db, poke, ...files }: ImportDeps & { db: Database },
): void {
  const started = (tx: Tx) => afterCommit(tx, poke);
  /** No file is read for a list that is not there. */
  const found = (actor: Actor, listId: number) =>
    db.readCompany(actor.companyId, (tx) => imports.assertPlace(tx, actor, listId));

  register(app, ofLists.draftListImport, async ({ params, body }, { actor }) => {
    await found(actor, params.contactListId);
    const [fileName, sheet] = await readUploaded(files, actor, body);
    return (tx) => imports.draft(tx, actor, params.contactListId, fileName, sheet);
  });
  register(app, ofLists.importIntoList, async ({ params }, { actor, request, bytes }) => {
    await found(actor, params.contactListId);
    const [name, sheet] = await readSent(actor, request, bytes, WORKBOOKS);
    return (tx) => {
      started(tx);
      return imports.takeOver(tx, actor, params.contactListId, name, sheet);
    };
  });
  register(app, ofLists.startListImport, ({ params, body }, { tx, actor }) => {
    started(tx);
    return imports.start(tx, actor, params.contactListId, params.listImportId, body);
  });
  register(app, ofLists.cancelListImport, ({ params }, { tx, actor }) =>
    imports.cancel(tx, actor, params.contactListId, params.listImportId),
  );
  register(app, ofLists.listListImports, ({ params, query }, { tx, actor }) =>
    pageOfImports(tx, actor, params.contactListId, query),
  );
  register(app, ofLists.getListImport, ({ params }, { tx, actor }) =>
    imports.get(tx, actor, params.contactListId, params.listImportId),
  );
  register(app, ofLists.listListImportProblems, ({ params, query }, { tx, actor }) =>
    pageOfProblems(tx, actor, params.contactListId, params.listImportId, query),
  );
}

const ANY_FILE = ['workbook', 'text', 'cards'] as const;
/** Of programs that fill a list without a look at what is read. */
const WORKBOOKS = ['workbook'] as const;

/** A file that was uploaded before. What was refused is not read to its end. */
async function readUploaded(
  { media, storage }: Omit<ImportDeps, 'poke'>,
  actor: Actor,
  { mediaId, sheet: chosen }: { mediaId: string; sheet?: number | undefined },
): Promise<[string, Spreadsheet]> {
  const file = await media.find(actor, mediaId);
  const bytes = await storage.open(file.path);
  const sheet = await readSpreadsheet(actor.companyId, bytes, ANY_FILE, chosen).finally(() =>
    bytes.destroy(),
  );
  return [file.name, sheet];
}

/** The file that comes with the call. */
async function readSent(
  actor: Actor,
  request: FastifyRequest,
  bytes: Readable,
  kinds: readonly FileKind[],
): Promise<[{ id: string; fileName: string }, Spreadsheet]> {
  return takeFile(request, bytes, async (file) => [
    { id: idOfCall(actor, request), fileName: file.name || 'import' },
    await readSpreadsheet(actor.companyId, file.bytes, kinds),
  ]);
}

async function pageOfImports(
  tx: Tx,
  actor: Actor,
  target: ImportTarget,
  { pageNumber, after }: { pageNumber?: number | undefined; after?: string | undefined },
) {
  const rows = await imports.list(tx, actor, target, pageAt(pageNumber, after));
  const { shown, ...more } = pageOf(rows, ({ id }) => id);
  return { imports: shown.map(imports.presentImport), ...more };
}

async function pageOfProblems(
  tx: Tx,
  actor: Actor,
  target: ImportTarget,
  id: string,
  { pageNumber, after }: { pageNumber?: number | undefined; after?: number | undefined },
) {
  const page = { ...pageAt(pageNumber, after), after: after ?? 0 };
  const rows = await imports.problems(tx, actor, target, id, page);
  const { shown, ...more } = pageOf(rows, ({ row }) => String(row));
  return { problems: shown, ...more };
}
