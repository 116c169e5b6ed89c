import * as contracts from '@balcao/shared/api/queue-options.ts';
import type { Actor } from '@balcao/shared/permissions.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import { uploadAttached } from '../media/attached.ts';
import type { MediaService } from '../media/media.service.ts';
import * as options from './queue-options.service.ts';

export function queueOptionRoutes(app: FastifyInstance, deps: { db: Database; media: MediaService }): void {
  const { db, media } = deps;
  const attach = (actor: Actor, id: number, mediaId: string | null) =>
    db.withCompany(actor.companyId, (tx) => options.update(tx, actor, id, { mediaId }));

  register(app, contracts.listQueueOptions, ({ query }, { actor }) =>
    db.readCompany(actor.companyId, (tx) => options.list(tx, actor, query)),
  );
  register(app, contracts.createQueueOption, ({ body }, { actor }) =>
    db.withCompany(actor.companyId, (tx) => options.create(tx, actor, body)),
  );
  register(app, contracts.updateQueueOption, ({ params, body }, { actor }) =>
    db.withCompany(actor.companyId, (tx) => options.update(tx, actor, params.optionId, body)),
  );
  register(app, contracts.deleteQueueOption, ({ params }, { actor }) =>
    db.withCompany(actor.companyId, (tx) => options.remove(tx, actor, params.optionId)),
  );

  register(app, contracts.uploadQueueOptionMedia, async ({ params }, { actor, ...exchange }) => {
    await db.readCompany(actor.companyId, (tx) => options.get(tx, actor, params.optionId));
    const { id } = await uploadAttached(media, actor, exchange);
    return attach(actor, params.optionId, id);
  });
  register(app, contracts.removeQueueOptionMedia, ({ params }, { actor }) =>
    attach(actor, params.optionId, null),
  );
}
