import * as contracts from '@balcao/shared/api/quick-messages.ts';
import { PAGE_SIZE } from '@balcao/shared/constants.ts';
import type { Actor } from '@balcao/shared/permissions.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import { uploadAttached } from '../media/attached.ts';
import type { MediaService } from '../media/media.service.ts';
import * as repo from './quick-messages.repo.ts';
import * as quickMessages from './quick-messages.service.ts';

/** The choices of a menu end somewhere. */
const MOST_CHOICES = 5_000;

export function quickMessageRoutes(app: FastifyInstance, deps: { db: Database; media: MediaService }): void {
  const { db, media } = deps;
  const attach = (actor: Actor, id: number, mediaId: string | null) =>
    db.withCompany(actor.companyId, (tx) => quickMessages.update(tx, actor, id, { mediaId }));

  register(app, contracts.listQuickMessages, ({ query: { searchParam, pageNumber = 1 } }, { actor }) =>
    db.readCompany(actor.companyId, async (tx) => {
      const page = { offset: (Math.max(pageNumber, 1) - 1) * PAGE_SIZE, limit: PAGE_SIZE + 1 };
      const rows = await repo.list(tx, actor, { searchParam }, page);
      return { records: rows.slice(0, PAGE_SIZE), hasMore: rows.length > PAGE_SIZE };
    }),
  );
  register(app, contracts.listOfferedQuickMessages, (_input, { actor }) =>
    db.readCompany(actor.companyId, (tx) =>
      repo.list(tx, actor, { onlyOffered: true }, { offset: 0, limit: MOST_CHOICES }),
    ),
  );
  register(app, contracts.getQuickMessage, ({ params }, { actor }) =>
    db.readCompany(actor.companyId, (tx) => quickMessages.get(tx, actor, params.quickMessageId)),
  );
  register(app, contracts.createQuickMessage, ({ body }, { actor }) =>
    db.withCompany(actor.companyId, (tx) => quickMessages.create(tx, actor, body)),
  );
  register(app, contracts.updateQuickMessage, ({ params, body }, { actor }) =>
    db.withCompany(actor.companyId, (tx) => quickMessages.update(tx, actor, params.quickMessageId, body)),
  );
  register(app, contracts.deleteQuickMessage, ({ params }, { actor }) =>
    db.withCompany(actor.companyId, (tx) => quickMessages.remove(tx, actor, params.quickMessageId)),
  );

  register(app, contracts.uploadQuickMessageMedia, async ({ params }, { actor, ...exchange }) => {
    const id = params.quickMessageId;
    await db.readCompany(actor.companyId, (tx) => quickMessages.getOwn(tx, actor, id));
    const file = await uploadAttached(media, actor, exchange);
    return attach(actor, id, file.id);
  });
  register(app, contracts.removeQuickMessageMedia, ({ params }, { actor }) =>
    attach(actor, params.quickMessageId, null),
  );
}
