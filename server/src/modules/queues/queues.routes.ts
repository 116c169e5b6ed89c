import * as contracts from '@balcao/shared/features/queues/calls.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import { uploadAttached } from '../media/attached.ts';
import type { MediaService } from '../media/media.service.ts';
import * as repo from './queues.repo.ts';
import * as queues from './queues.service.ts';
import { showQueue } from './queues.sync.ts';

export function queueRoutes(app: FastifyInstance, deps: { db: Database; media: MediaService }): void {
  register(app, contracts.listQueues, async (_input, { tx, actor }) => {
    const rows = await repo.list(tx, actor.companyId);
    return rows.map((queue) => showQueue(queue, actor));
  });
  register(app, contracts.getQueue, async ({ params }, { tx, actor }) =>
    showQueue(await queues.get(tx, actor, params.queueId), actor),
  );
  register(app, contracts.createQueue, ({ body }, { tx, actor }) => queues.create(tx, actor, body));
  register(app, contracts.updateQueue, ({ params, body }, { tx, actor }) =>
    queues.update(tx, actor, params.queueId, body),
  );
  register(app, contracts.deleteQueue, ({ params }, { tx, actor }) =>
    queues.remove(tx, actor, params.queueId),
  );

  register(app, contracts.uploadQueueMedia, async ({ params: { queueId } }, exchange) => {
    const { actor } = exchange;
    const mediaId = await uploadAttached(deps, exchange, (tx) => queues.get(tx, actor, queueId));
    return (tx) => queues.update(tx, actor, queueId, { mediaId });
  });
  register(app, contracts.removeQueueMedia, ({ params }, { tx, actor }) =>
    queues.update(tx, actor, params.queueId, { mediaId: null }),
  );
}
