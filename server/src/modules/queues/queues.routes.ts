import * as contracts from '@balcao/shared/api/queues.ts';
import type { Actor } from '@balcao/shared/permissions.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import { uploadAttached } from '../media/attached.ts';
import type { MediaService } from '../media/media.service.ts';
import * as repo from './queues.repo.ts';
import * as queues from './queues.service.ts';
import { showQueue } from './queues.sync.ts';

export function queueRoutes(app: FastifyInstance, deps: { db: Database; media: MediaService }): void {
  const { db, media } = deps;
  const get = (actor: Actor, id: number) =>
    db.readCompany(actor.companyId, (tx) => queues.get(tx, actor, id));
  const attach = (actor: Actor, id: number, mediaId: string | null) =>
    db.withCompany(actor.companyId, (tx) => queues.update(tx, actor, id, { mediaId }));

  register(app, contracts.listQueues, async (_input, { actor }) => {
    const rows = await db.readCompany(actor.companyId, (tx) => repo.list(tx, actor.companyId));
    return rows.map((queue) => showQueue(queue, actor));
  });
  register(app, contracts.getQueue, async ({ params }, { actor }) =>
    showQueue(await get(actor, params.queueId), actor),
  );
  register(app, contracts.createQueue, ({ body }, { actor }) =>
    db.withCompany(actor.companyId, (tx) => queues.create(tx, actor, body)),
  );
  register(app, contracts.updateQueue, ({ params, body }, { actor }) =>
    db.withCompany(actor.companyId, (tx) => queues.update(tx, actor, params.queueId, body)),
  );
  register(app, contracts.deleteQueue, ({ params }, { actor }) =>
    db.withCompany(actor.companyId, (tx) => queues.remove(tx, actor, params.queueId)),
  );

  register(app, contracts.uploadQueueMedia, async ({ params: { queueId } }, { actor, ...exchange }) => {
    await get(actor, queueId);
    const { id } = await uploadAttached(media, actor, exchange);
    return attach(actor, queueId, id);
  });
  register(app, contracts.removeQueueMedia, ({ params }, { actor }) => attach(actor, params.queueId, null));
}
