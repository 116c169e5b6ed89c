import { idText } from '@balcao/shared/contract/fields.ts';
import { TITLE } from '@balcao/shared/contract/limits.ts';
import * as contracts from '@balcao/shared/features/file-lists/calls.ts';
import { MAX_LISTED_FILES } from '@balcao/shared/features/file-lists/row.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Database } from '../../platform/db/database.ts';
import { CHOICES, pageAt, pageOf } from '../../platform/db/page.ts';
import { InputError } from '../../platform/http/errors.ts';
import { register } from '../../platform/http/route.ts';
import { uploadAllAttached } from '../media/attached.ts';
import type { MediaService } from '../media/media.service.ts';
import * as repo from './file-lists.repo.ts';
import * as fileLists from './file-lists.service.ts';

export function fileListRoutes(app: FastifyInstance, deps: { db: Database; media: MediaService }): void {
  register(app, contracts.listFileLists, async ({ query: { searchParam, pageNumber } }, { tx, actor }) => {
    const rows = await repo.list(tx, actor.companyId, searchParam, pageAt(pageNumber));
    const { shown, hasMore } = pageOf(rows);
    return { files: shown, hasMore };
  });
  register(app, contracts.listFileListChoices, ({ query }, { tx, actor }) =>
    repo.list(tx, actor.companyId, query.searchParam, CHOICES),
  );
  register(app, contracts.getFileList, ({ params }, { tx, actor }) =>
    fileLists.get(tx, actor, params.fileListId),
  );
  register(app, contracts.createFileList, ({ body }, { tx, actor }) => fileLists.create(tx, actor, body));
  register(app, contracts.updateFileList, ({ params, body }, { tx, actor }) =>
    fileLists.update(tx, actor, params.fileListId, body),
  );
  register(app, contracts.deleteFileList, ({ params }, { tx, actor }) =>
    fileLists.remove(tx, actor, params.fileListId),
  );
  register(app, contracts.uploadListedFiles, async ({ params: { fileListId: id } }, exchange) => {
    const { actor } = exchange;
    // One more than a list has, so that it is refused instead of lost.
    const { mediaIds, fields } = await uploadAllAttached(deps, exchange, MAX_LISTED_FILES + 1, (tx) =>
      fileLists.get(tx, actor, id),
    );
    const said = readFields(fields);
    const files = mediaIds.map((mediaId, index) => ({
      mediaId,
      optionId: said.id[index] ?? null,
      name: said.name[index],
    }));
    return (tx) => fileLists.addFiles(tx, actor, id, files);
  });
}

/** The fields of the form beside its files: the first value of each belongs to the first file, and so on. */
const formFields = z.object({
  id: z.array(z.union([z.literal('').transform(() => null), idText])).default([]),
  name: z.array(z.string().trim().max(TITLE.max)).default([]),
});

function readFields(fields: Map<string, string[]>) {
  const parsed = formFields.safeParse(Object.fromEntries(fields));
  if (parsed.success) return parsed.data;
  throw new InputError(
    parsed.error.issues.map(({ path, code }) => ({ location: `body.${path.join('.')}`, code })),
  );
}
