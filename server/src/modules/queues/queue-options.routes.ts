import * as contracts from '@balcao/shared/features/queues/options.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import { uploadAttached } from '../media/attached.ts';
import type { MediaService } from '../media/media.service.ts';
import * as options from './queue-options.service.ts';

export function queueOptionRoutes(app: FastifyInstance, deps: { db: Database; media: MediaService }): void {
  register(app, contracts.listQueueOptions, ({ query }, { tx, actor }) => options.list(tx, actor, query));
  register(app, contracts.getQueueOption, ({ params }, { tx, actor }) =>
    options.get(tx, actor, params.optionId),
  );
  register(app, contracts.createQueueOption, ({ body }, { tx, actor }) => options.create(tx, actor, body));
  register(app, contracts.updateQueueOption, ({ params, body }, { tx, actor }) =>
    options.update(tx, actor, params.optionId, body),
  );
  register(app, contracts.deleteQueueOption, ({ params }, { tx, actor }) =>
    options.remove(tx, actor, params.optionId),
  );

  register(app, contracts.uploadQueueOptionMedia, async ({ params: { optionId } }, exchange) => {
    const { actor } = exchange;
    const mediaId = await uploadAttached(deps, exchange, (tx) => options.get(tx, actor, optionId));
    return (tx) => options.update(tx, actor, optionId, { mediaId });
  });
  register(app, contracts.removeQueueOptionMedia, ({ params }, { tx, actor }) =>
    options.update(tx, actor, params.optionId, { mediaId: null }),
  );
}
