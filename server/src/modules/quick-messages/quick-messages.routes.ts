import * as contracts from '@balcao/shared/features/quick-messages/calls.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { register } from '../../platform/http/route.ts';
import { uploadAttached } from '../media/attached.ts';
import type { MediaService } from '../media/media.service.ts';
import * as repo from './quick-messages.repo.ts';
import * as quickMessages from './quick-messages.service.ts';

/** The choices of a menu end somewhere. */
const MAX_CHOICES = 5_000;

export function quickMessageRoutes(app: FastifyInstance, deps: { db: Database; media: MediaService }): void {
  register(
    app,
    contracts.listQuickMessages,
    async ({ query: { searchParam, pageNumber } }, { tx, actor }) => {
      const rows = await repo.list(tx, actor, { searchParam }, pageAt(pageNumber));
      const { shown, hasMore } = pageOf(rows);
      return { records: await repo.withUses(tx, actor.companyId, shown), hasMore };
    },
  );
  register(app, contracts.listOfferedQuickMessages, (_input, { tx, actor }) =>
    repo.list(tx, actor, { onlyOffered: true }, { offset: 0, limit: MAX_CHOICES }),
  );
  register(app, contracts.getQuickMessage, ({ params }, { tx, actor }) =>
    quickMessages.get(tx, actor, params.quickMessageId),
  );
  register(app, contracts.createQuickMessage, ({ body }, { tx, actor }) =>
    quickMessages.create(tx, actor, body),
  );
  register(app, contracts.updateQuickMessage, ({ params, body }, { tx, actor }) =>
    quickMessages.update(tx, actor, params.quickMessageId, body),
  );
  register(app, contracts.deleteQuickMessage, ({ params }, { tx, actor }) =>
    quickMessages.remove(tx, actor, params.quickMessageId),
  );
  register(app, contracts.noteQuickMessageUse, ({ params }, { tx, actor }) =>
    quickMessages.countUse(tx, actor, params.quickMessageId),
  );

  register(app, contracts.uploadQuickMessageMedia, async ({ params: { quickMessageId: id } }, exchange) => {
    const { actor } = exchange;
    const mediaId = await uploadAttached(deps, exchange, (tx) => quickMessages.getOwn(tx, actor, id));
    return (tx) => quickMessages.update(tx, actor, id, { mediaId });
  });
  register(app, contracts.removeQuickMessageMedia, ({ params }, { tx, actor }) =>
    quickMessages.update(tx, actor, params.quickMessageId, { mediaId: null }),
  );
}
